#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each public header compiles alone, as C and as C++ of any age, with warnings as errors, and is in the header
# that includes all of its library: teetape/teetape.h or teetape/io.h.
set -u
. tests/structure/common.sh
need "${CXX:-g++}"
temporary_folder

flags='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -fsyntax-only'
# names in the tree have no blanks
# shellcheck disable=SC2044
for header in $(find include -name '*.h'); do
    name=${header#include/}
    # the typedef is for a header of macros alone: C knows no empty file
    printf '#include "%s"\ntypedef int alone;\n' "$name" >"$folder/alone.c"
    cp "$folder/alone.c" "$folder/alone.cc"
    for standard in c99 c11; do
        # shellcheck disable=SC2086
        "${CC:-cc}" -std=$standard $flags -Wstrict-prototypes -Iinclude "$folder/alone.c" ||
            wrong "$header: not alone as $standard"
    done
    for standard in c++11 c++20; do
        # shellcheck disable=SC2086
        "${CXX:-g++}" -std=$standard $flags -Iinclude "$folder/alone.cc" || wrong "$header: not alone as $standard"
    done
    case $name in
    teetape/teetape.h | teetape/io.h | */export.h) continue ;;
    teetape/io/*) all=include/teetape/io.h ;;
    *) all=include/teetape/teetape.h ;;
    esac
    grep -q "\"$name\"" $all || wrong "$header: not in $all"
    lines=$(wc -l <"$header")
    [ "$lines" -le 300 ] || echo "note: $header has $lines lines (aim: at most 300)"
done
exit $bad
