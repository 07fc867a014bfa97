#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: snippets.sh BUILD_DIR
#
# How README.md and docs/library.md say that the library gets into a project: each block is taken out of the page as it is,
# and builds a program that works. An installed copy of BUILD_DIR is what find_package and pkg-config find; FetchContent and
# add_subdirectory get this tree, without a network, and objects of BUILD_DIR where these have the same flags. A CMake block without project() is the rest of a file that has one.
set -u
. tests/structure/common.sh
need pkg-config ninja
temporary_folder
reuse_objects "$1"

cmake=${CMAKE:-cmake}
tree=$PWD
recording=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
version=$(sed -n 's/^#define TT_VERSION_STRING "\(.*\)"$/\1/p' include/teetape/version.h)
"$cmake" --install "$1" --prefix "$folder/prefix" >"$folder/log" || wrong 'cannot be installed'
library=$(dirname "$(find "$folder/prefix" -name libteetape.a)")

# The programs of which the pages speak, in a folder of their own; it is kept, so that the library is compiled once.
work=$folder/work
mkdir "$work" "$folder/blocks"
cp examples/joins.c "$work/"
cp tests/consumer/consumer.c "$work/program.c"
cp tests/consumer/consumer_io.c "$work/program_io.c"
ln -s "$tree" "$work/teetape"

# built_by_cmake BLOCK PROGRAM BUILD [OPTION...]
built_by_cmake() {
    block=$1 program=$2 build=$3
    shift 3
    {
        grep -q '^project(' "$block" ||
            printf 'cmake_minimum_required(VERSION 3.18)\nproject(%s LANGUAGES C)\nadd_executable(%s %s.c)\n' "$program" "$program" "$program"
        cat "$block"
    } >"$work/CMakeLists.txt"
    rm -f "$work/$build/$program"
    "$cmake" -S "$work" -B "$work/$build" -DCMAKE_C_COMPILER="${CC:-cc}" "$@" && "$cmake" --build "$work/$build" -j 2 &&
        cp "$work/$build/$program" "$work/$program"
}

built_by_shell() {
    printf 'cc() { %s "$@"; }\n' "${CC:-cc}" >"$work/script"
    cat "$1" >>"$work/script"
    (cd "$work" && PKG_CONFIG_PATH=$library/pkgconfig sh -e script)
}

# try PAGE LANGUAGE BLOCK: says in `way` how it finds the library
try() {
    program=program
    grep -q joins "$3" && program=joins
    grep -q program_io "$3" && program=program_io
    rm -f "$work/program" "$work/program_io" "$work/joins"
    case $2:$(cat "$3") in
    cmake:*FetchContent_MakeAvailable*)
        way=FetchContent
        built_by_cmake "$3" "$program" fetch -G Ninja -DFETCHCONTENT_SOURCE_DIR_TEETAPE="$tree" -DFETCHCONTENT_FULLY_DISCONNECTED=ON
        ;;
    cmake:*add_subdirectory*)
        way=add_subdirectory
        built_by_cmake "$3" "$program" inside -G Ninja
        ;;
    cmake:*find_package*)
        way=find_package
        built_by_cmake "$3" "$program" find -DCMAKE_PREFIX_PATH="$folder/prefix"
        ;;
    sh:*pkg-config*) way=pkg-config && built_by_shell "$3" ;;
    *) way=unknown && false ;;
    esac >"$folder/log" 2>&1 || { tail -n 30 "$folder/log" && wrong "$1: does not build ($way)"; }
    [ $program != program_io ] || way=$way-io
    case $program in
    joins) LD_LIBRARY_PATH=$library "$work/joins" "$recording" | grep -q '^7\.74 s: client 0$' ;;
    program) LD_LIBRARY_PATH=$library "$work/program" ;;
    program_io) (cd "$work" && LD_LIBRARY_PATH=$library ./program_io "$recording") ;;
    esac || wrong "$1: the program does not work ($way)"
}

for page in README.md docs/library.md; do
    rm -f "$folder"/blocks/*
    awk -v out="$folder/blocks" -f tests/support/documents.awk "$page" || bad=1
    ways=''
    for about in "$folder"/blocks/*.about; do
        { read -r language && read -r note && read -r place; } <"$about"
        case $note in
        *structure.snippets*)
            block=${about%.about}.text
            try "$place" "$language" "$block"
            ways="$ways $way"
            # what they name is this version
            for named in $(grep -oE 'teetape-[0-9][0-9.]*[0-9]|GIT_TAG v[0-9.]*[0-9]' "$block" | sed 's/.*[-v]//'); do
                [ "$named" = "$version" ] || wrong "$place: names version $named, and this is $version"
            done
            ;;
        *) grep -qE 'FetchContent|add_subdirectory|find_package|pkg-config' "${about%.about}.text" && wrong "$place: is not built by this test" ;;
        esac
    done
    wanted=' FetchContent find_package pkg-config'
    [ "$page" = README.md ] ||
        wanted=' FetchContent add_subdirectory find_package pkg-config FetchContent-io find_package-io pkg-config-io'
    [ "$ways" = "$wanted" ] || wrong "$page: shows$ways"
done
# After an install into /usr/local a program does not start before ldconfig was called.
for page in README.md docs/library.md docs/building.md quickstart; do
    grep -q 'ldconfig' "$page" || wrong "$page: says how to install the library, and not that ldconfig is needed"
done
exit $bad
