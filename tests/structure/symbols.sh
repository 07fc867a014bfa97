#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: symbols.sh PREFIX LIBRARY.a LIBRARY.so HEADERS SYMBOLS [the same of the next library...]
#
# Names that other programs can collide with begin with the prefix of the library, such as TT_IO: tt_io_ or tti_ in the static
# one, tt_io_ alone in the shared one. What the headers in the folder HEADERS promise (TT_IO_API), the shared library has, and so
# has SYMBOLS, the file of Debian's. No two of the static libraries have the same name, as a program links both.
#
# What private headers mark with TT_PRIVATE_API, one of the shared libraries has for another one: names with tti_ and, on ELF, the
# version TEETAPE_PRIVATE, which SYMBOLS names in one line. The last line counts both kinds.
set -u
. tests/structure/common.sh
need "${NM:-nm}"
temporary_folder
most=450 # public names of all libraries
[ $# -ge 5 ] || wrong 'no library'
: >"$folder/all"
: >"$folder/all_public"
: >"$folder/all_private"
for room in src/*/; do
    promised TT_PRIVATE_API "${room%/}"
done | LC_ALL=C sort -u >"$folder/promised_private"

# look_at PREFIX LIBRARY.a LIBRARY.so HEADERS SYMBOLS
look_at() {
    marker=$1_API prefix=$(printf %s_ "$1" | tr '[:upper:]' '[:lower:]')
    shift
    "${NM:-nm}" -g --defined-only "$1" | awk 'NF == 3 { print $3 }' >"$folder/global"
    cat "$folder/global" >>"$folder/all"
    grep -vE "^($prefix|tti_)" "$folder/global" && wrong "$1: global names without $prefix or tti_ (above)"
    # without the name of the version itself, which is absolute; nm says the version of a name after @@
    "${NM:-nm}" -D --defined-only "$2" | awk '$2 != "A" { print $3 }' | LC_ALL=C sort -u >"$folder/versioned"
    sed 's/@.*//' "$folder/versioned" | grep '^tti_' >"$folder/private"
    sed 's/@.*//' "$folder/versioned" | grep -v '^tti_' >"$folder/exported"
    cat "$folder/exported" >>"$folder/all_public"
    cat "$folder/private" >>"$folder/all_private"
    grep -vE "^$prefix" "$folder/exported" && wrong "$2: exported names without $prefix (above)"
    grep '@' "$folder/versioned" | grep -vE '^tti_[^@]*@@TEETAPE_PRIVATE$' && wrong "$2: names with another version (above)"
    grep '@' "$folder/versioned" >/dev/null && grep '^tti_[^@]*$' "$folder/versioned" && wrong "$2: private names without a version (above)"

    # A declaration with the marker: the last name before its first parenthesis, or before [] or ; for data.
    for header in "$3"/*.h; do
        [ "${header##*/}" = export.h ] || tr '\n' ' ' <"$header"
    done | grep -oE "(^|[^A-Z_])$marker [^;]*;" | sed -E 's/\(.*|\[.*|;.*//; s/.*[ *]//' | sort -u >"$folder/promised"
    [ -s "$folder/promised" ] || wrong "$3: no header promises anything"
    comm -23 "$folder/promised" "$folder/exported" | grep . && wrong "$3: declared but not exported (above)"
    comm -13 "$folder/promised" "$folder/exported" | grep . && wrong "$2: exported but in no header (above)"

    # Debian's symbols file lists them too, and building the package fails when it is wrong.
    if [ -s "$folder/private" ]; then
        grep -q '^ (symver)TEETAPE_PRIVATE ' "$4" || wrong "$4 lacks the line of TEETAPE_PRIVATE"
    fi
    sed -n 's/^ \(.*\)@Base .*/\1/p' "$4" | sort -u >"$folder/packaged"
    diff "$folder/packaged" "$folder/exported" || wrong "$4 is not what is exported (above): run tools/update_abi.sh"
}

while [ $# -ge 5 ]; do
    look_at "$1" "$2" "$3" "$4" "$5"
    shift 5
done
LC_ALL=C sort "$folder/all_private" | diff "$folder/promised_private" - || wrong 'not what TT_PRIVATE_API marks in src (above)'
public=$(wc -l <"$folder/all_public")
echo "$public public names, $(wc -l <"$folder/all_private") private ones"
[ "$public" -le "$most" ] || wrong "more than $most public names: docs/library.md says when a function is public"
LC_ALL=C sort "$folder/all" | uniq -d | grep . && wrong 'names that more than one static library has (above)'
exit $bad
