#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/check_wasm.sh OUTPUT.wasm [OBJECTS]
#
# Builds the core with clang for bare wasm32, with no libc in reach, and fails when the module imports
# anything: the proof that the core needs nothing from the system. OBJECTS is a folder with objects that web/build.sh made: those of the
# core are linked in place of new ones. CLANG and WASM_LD choose other tools.
set -eu
output=$1 made=${2:-}
cd "$(dirname "$0")/.."
. tests/structure/common.sh
clang=${CLANG:-clang}
linker=${WASM_LD:-$(command -v wasm-ld || command -v wasm-ld-14)}
temporary_folder

objects=''
# what web/build.sh compiles is hidden
export=--export-dynamic
[ -z "$made" ] || export=--export-all
for room in $core_rooms; do
    [ -d "src/$room" ] || continue
    # names in the tree have no blanks
    # shellcheck disable=SC2044
    for file in $(find "src/$room" -name '*.c'); do
        object=$(echo "$file" | tr / _).o
        objects="$objects ${made:-$folder}/$object"
        [ -z "$made" ] || continue
        "$clang" --target=wasm32 -std=c11 -O2 -ffreestanding -nostdlib -nostdlibinc -mbulk-memory \
            -Wall -Wextra -Werror -Iinclude -Isrc -DTT_BUILDING -c "$file" -o "$folder/$object"
    done
done
[ -n "$objects" ] || { echo 'no sources'; exit 1; }
# shellcheck disable=SC2086
"$linker" --no-entry $export $objects -o "$output"

# A module is a magic of 8 bytes, then sections of an id byte, a size as LEB128 and that many bytes. Section
# 2 is the imports. The linker has refused undefined symbols already; this looks at what came out.
od -An -v -tu1 "$output" | awk '
    { for (i = 1; i <= NF; i++) byte[n++] = $i }
    END {
        if (byte[0] != 0 || byte[1] != 97 || byte[2] != 115 || byte[3] != 109) { print "not wasm"; exit 1 }
        for (at = 8; at < n; at += size) {
            id = byte[at++]; size = 0; scale = 1
            do { b = byte[at++]; size += (b % 128) * scale; scale *= 128 } while (b >= 128)
            if (id == 2) { print "the module has an import section"; exit 1 }
            if (id == 7) exported = size
        }
        if (!exported) { print "the module exports nothing"; exit 1 }
        print "bare wasm32: " n " bytes, no imports"
    }'
