#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: symbols.sh LIBRARY.a LIBRARY.so HEADERS SYMBOLS [the same of the next library...]
#
# Names that other programs can collide with begin with our prefix: tt_ or tti_ in a static library, tt_ alone in a shared
# one. What the headers in the folder HEADERS promise, the shared library has, and so has SYMBOLS, the file of Debian's.
set -u
. tests/structure/common.sh
need "${NM:-nm}"
temporary_folder
[ $# -ge 4 ] || wrong 'no library'

# look_at LIBRARY.a LIBRARY.so HEADERS SYMBOLS
look_at() {
    "${NM:-nm}" -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | grep -vE '^tti?_' &&
        wrong "$1: global names without tt_ or tti_ (above)"
    "${NM:-nm}" -D --defined-only "$2" | awk '{ print $3 }' | sort -u >"$folder/exported"
    grep -vE '^tt_' "$folder/exported" && wrong "$2: exported names without tt_ (above)"

    # A declaration marked TT_API: the last name before its first parenthesis, or before [] or ; for data.
    for header in "$3"/*.h; do
        [ "$header" = include/teetape/export.h ] || tr '\n' ' ' <"$header"
    done | grep -oE 'TT_API [^;]*;' | sed -E 's/\(.*|\[.*|;.*//; s/.*[ *]//' | sort -u >"$folder/promised"
    [ -s "$folder/promised" ] || wrong "$3: no header promises anything"
    comm -23 "$folder/promised" "$folder/exported" | grep . && wrong "$3: declared but not exported (above)"
    comm -13 "$folder/promised" "$folder/exported" | grep . && wrong "$2: exported but in no header (above)"

    # Debian's symbols file lists them too, and building the package fails when it is wrong.
    sed -n 's/^ \(.*\)@Base .*/\1/p' "$4" | sort -u >"$folder/packaged"
    diff "$folder/packaged" "$folder/exported" || wrong "$4 is not what is exported (above): run tools/update_abi.sh"
}

while [ $# -ge 4 ]; do
    look_at "$1" "$2" "$3" "$4"
    shift 4
done
exit $bad
