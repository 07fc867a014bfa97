#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each public header compiles alone, as C11 and as C++17, with warnings as errors.
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
    # shellcheck disable=SC2086
    "${CC:-cc}" -std=c11 $flags -Wstrict-prototypes -Iinclude "$folder/alone.c" || wrong "$header: not alone as C11"
    # shellcheck disable=SC2086
    "${CXX:-g++}" -std=c++17 $flags -Iinclude "$folder/alone.cc" || wrong "$header: not alone as C++17"
    all=include/teetape/teetape.h
    case $name in
    teetape/teetape.h | teetape/export.h | teetape/io.h | teetape/io/export.h) continue ;;
    teetape/io/*) all=include/teetape/io.h ;;
    esac
    grep -q "\"$name\"" "$all" || wrong "$header: not in $all"
    lines=$(wc -l <"$header")
    [ "$lines" -le 300 ] || echo "note: $header has $lines lines (aim: at most 300)"
done
exit $bad
