#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: web/build.sh OUTPUT.wasm [OBJECTS]
#
# Builds the module of the page with clang for bare wasm32: what is in web/, the core, and the room that
# paints, with no libc in reach. OBJECTS is a folder for objects, which are made again only when
# something is newer. CLANG and WASM_LD choose other tools.
set -eu
output=$1
objects=${2:-$1.objects}
cd "$(dirname "$0")/.."
. tests/structure/common.sh
clang=${CLANG:-clang}
linker=${WASM_LD:-$(command -v wasm-ld || command -v wasm-ld-14)}
mkdir -p "$objects"

# Everything depends on all headers: they are few, and change rarely.
newest=$(find include src web -name '*.h' -newer "$objects/.stamp" 2>/dev/null | head -n 1 || :)
[ -e "$objects/.stamp" ] && [ -z "$newest" ] || rm -f "$objects"/*.o
touch "$objects/.stamp"

list=''
for room in $core_rooms paint; do
    # names in the tree have no blanks
    # shellcheck disable=SC2044
    for file in $(find "src/$room" -name '*.c' 2>/dev/null); do
        list="$list $file"
    done
done
for file in $list web/*.c; do
    object=$objects/$(echo "$file" | tr / _).o
    [ -n "$(find "$object" -newer "$file" 2>/dev/null)" ] || echo "$file $object"
done | xargs -r -P "$(getconf _NPROCESSORS_ONLN)" -L 1 sh -c '
    "$0" --target=wasm32 -std=c11 -Oz -ffreestanding -nostdlib -nostdlibinc -mbulk-memory \
        -fvisibility=hidden -ffunction-sections -fdata-sections -Wall -Wextra -Werror -Iinclude -Isrc -I. \
        -DTT_BUILDING -DTT_WITHOUT_DOCS -c "$1" -o "$2"' "$clang"

# The module exports what web/ marks and nothing else: the rest of the core can go.
exports=$(sed -n 's/^CORE_EXPORT .*[ *]\([a-z_0-9]*\)(.*/--export=\1/p' web/*.c)
# shellcheck disable=SC2086
"$linker" --no-entry --gc-sections --strip-all $exports "$objects"/*.o -o "$output"
