#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each public header compiles alone, in every C from C99 and every C++ from C++11 to C++20, with warnings as errors; and the
# header that includes all of its library has it.
set -u
. tests/structure/common.sh
need "${CXX:-g++}"
temporary_folder

flags="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -fsyntax-only -I$PWD/include"
# names in the tree have no blanks
# shellcheck disable=SC2044
for header in $(find include -name '*.h'); do
    name=${header#include/}
    alone=$folder/$(printf %s "${name%.h}" | tr / _)
    # the typedef is for a header of macros alone: C knows no empty file
    printf '#include "%s"\ntypedef int alone;\n' "$name" >"$alone.c"
    cp "$alone.c" "$alone.cc"
    case $name in
    teetape/teetape.h | teetape/io.h | */export.h) ;;
    teetape/io/*) grep -q "\"$name\"" include/teetape/io.h || wrong "$header: not in include/teetape/io.h" ;;
    *) grep -q "\"$name\"" include/teetape/teetape.h || wrong "$header: not in include/teetape/teetape.h" ;;
    esac
    lines=$(wc -l <"$header")
    [ "$lines" -le 300 ] || echo "note: $header has $lines lines (aim: at most 300)"
done
for standard in c99 c11 c17; do
    # shellcheck disable=SC2086
    "${CC:-cc}" -std=$standard $flags -Wstrict-prototypes "$folder"/*.c || wrong "headers that are not alone as $standard (above)"
done
for standard in c++11 c++14 c++17 c++20; do
    # shellcheck disable=SC2086
    "${CXX:-g++}" -std=$standard $flags "$folder"/*.cc || wrong "headers that are not alone as $standard (above)"
done
exit $bad
