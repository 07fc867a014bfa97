#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: symbols.sh PREFIX LIBRARY.a LIBRARY.so HEADERS SYMBOLS [the same of the next library...]
#
# Names that other programs can collide with begin with the prefix of the library, such as TT_IO: tt_io_ or tti_ in the static
# one, tt_io_ alone in the shared one. What the headers in the folder HEADERS promise (TT_IO_API), the shared library has, and so
# has SYMBOLS, the file of Debian's. No two of the static libraries have the same name, as a program links both.
set -u
. tests/structure/common.sh
need "${NM:-nm}"
temporary_folder
[ $# -ge 5 ] || wrong 'no library'
: >"$folder/all"

# look_at PREFIX LIBRARY.a LIBRARY.so HEADERS SYMBOLS
look_at() {
    marker=$1_API prefix=$(printf %s_ "$1" | tr '[:upper:]' '[:lower:]')
    shift
    "${NM:-nm}" -g --defined-only "$1" | awk 'NF == 3 { print $3 }' >"$folder/global"
    cat "$folder/global" >>"$folder/all"
    grep -vE "^($prefix|tti_)" "$folder/global" && wrong "$1: global names without $prefix or tti_ (above)"
    "${NM:-nm}" -D --defined-only "$2" | awk '{ print $3 }' | sort -u >"$folder/exported"
    grep -vE "^$prefix" "$folder/exported" && wrong "$2: exported names without $prefix (above)"

    # A declaration with the marker: the last name before its first parenthesis, or before [] or ; for data.
    for header in "$3"/*.h; do
        [ "${header##*/}" = export.h ] || tr '\n' ' ' <"$header"
    done | grep -oE "(^|[^A-Z_])$marker [^;]*;" | sed -E 's/\(.*|\[.*|;.*//; s/.*[ *]//' | sort -u >"$folder/promised"
    [ -s "$folder/promised" ] || wrong "$3: no header promises anything"
    comm -23 "$folder/promised" "$folder/exported" | grep . && wrong "$3: declared but not exported (above)"
    comm -13 "$folder/promised" "$folder/exported" | grep . && wrong "$2: exported but in no header (above)"

    # Debian's symbols file lists them too, and building the package fails when it is wrong.
    sed -n 's/^ \(.*\)@Base .*/\1/p' "$4" | sort -u >"$folder/packaged"
    diff "$folder/packaged" "$folder/exported" || wrong "$4 is not what is exported (above): run tools/update_abi.sh"
}

while [ $# -ge 5 ]; do
    look_at "$1" "$2" "$3" "$4" "$5"
    shift 5
done
LC_ALL=C sort "$folder/all" | uniq -d | grep . && wrong 'names that more than one static library has (above)'
exit $bad
