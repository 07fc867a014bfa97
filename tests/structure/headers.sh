#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each public header compiles alone in the oldest and the newest C and C++ that the headers are made for, with warnings as errors, and all
# of them together, in both orders, in those between. The header that includes all of its library has it.
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
cat "$folder"/*.c | grep '^#' >"$folder/up"
tac "$folder/up" >"$folder/down"
mkdir "$folder/all"
for order in up down; do
    { cat "$folder/$order" && echo 'typedef int alone;'; } >"$folder/all/$order.c"
    cp "$folder/all/$order.c" "$folder/all/$order.cc"
done
# compiles STANDARD FOLDER: its files
compiles() {
    case $1 in
    c++*) set -- "$1" "${CXX:-g++}" "$2"/*.cc ;;
    *) set -- "$1" "${CC:-cc} -Wstrict-prototypes" "$2"/*.c ;;
    esac
    standard=$1 compiler=$2
    shift 2
    # shellcheck disable=SC2086
    $compiler -std=$standard $flags "$@" || wrong "headers that are not alone as $standard (above)"
}
for standard in c99 c17 c++11 c++20; do
    compiles $standard "$folder"
done
for standard in c11 c++14 c++17; do
    compiles $standard "$folder/all"
done
exit $bad
