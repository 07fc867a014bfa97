#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: consumer.sh BUILD_DIR
#
# Installs the build into an empty folder and builds the project tests/consumer, which knows nothing of this
# tree, against that copy: by find_package and by pkg-config, with the shared and the static libraries, in every C from C99 and
# every C++ from C++11 to C++20. The installed headers are those of the tree, which structure.headers compiles alone; those of a package are
# compiled alone by tests/package/install.sh. The examples in C++ are built in the same way, as the tree itself needs no C++.
set -eu
. tests/structure/common.sh
need pkg-config make ninja "${CXX:-g++}"
temporary_folder
prefix=$folder/prefix

quietly() {
    "$@" >"$folder/log" 2>&1 || {
        cat "$folder/log"
        printf 'failed: %s\n' "$*"
        exit 1
    }
}

quietly "${CMAKE:-cmake}" --install "$1" --prefix "$prefix"
cp -R tests/consumer "$folder/consumer"
cp examples/*.cpp "$folder/consumer/"
diff -r include "$prefix/include" || wrong 'the installed headers are not those of include/ (above)'
recording=$PWD/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
cd "$folder/consumer"

quietly "${CMAKE:-cmake}" -S . -B build -G Ninja -DCONSUMER_HEADERS=OFF -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="${CC:-cc}" \
    -DCMAKE_CXX_COMPILER="${CXX:-g++}"
quietly "${CMAKE:-cmake}" --build build -j 2
./build/consumer_shared
./build/consumer_static
for program in build/consumer_io_*; do
    [ -x "$program" ] || continue
    "./$program" "$recording" || wrong "$program does not work"
done

library=$(dirname "$(find "$prefix" -name libteetape.a)")
export PKG_CONFIG_PATH="$library/pkgconfig"
quietly make CC="${CC:-cc}"
LD_LIBRARY_PATH=$library ./consumer
LD_LIBRARY_PATH=$library ./consumer_io "$recording"
./consumer_io_static "$recording"

for standard in c++11 c++20; do
    for source in *.cpp; do
        # words of pkg-config
        # shellcheck disable=SC2046
        quietly "${CXX:-g++}" -std=$standard -Wall -Wextra -Wpedantic -Werror "$source" $(pkg-config --cflags --libs teetape-io) -o example
        LD_LIBRARY_PATH=$library ./example "$recording" >names || wrong "$source: fails as $standard"
        grep -qx 'renamed0' names || wrong "$source: does not find the names as $standard"
        LD_LIBRARY_PATH=$library ./example missing 2>err && wrong "$source: takes what is not there"
        grep -q '^missing: ' err || wrong "$source: does not say that there is no file"
    done
done

# Components: one that is not there is an error where it is required, and none where it may be left out.
asked() {
    printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(asked LANGUAGES C)' "find_package(teetape 0.3 REQUIRED $1)" \
        'add_executable(asked ../consumer.c)' 'target_link_libraries(asked PRIVATE teetape::teetape)' >asked/CMakeLists.txt
    "${CMAKE:-cmake}" -S asked -B asked/build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="${CC:-cc}" >"$folder/log" 2>&1
}
mkdir asked
for words in '' 'COMPONENTS core' 'COMPONENTS io' 'COMPONENTS core io' 'COMPONENTS core OPTIONAL_COMPONENTS no_such' 'OPTIONAL_COMPONENTS no_such'; do
    asked "$words" || { cat "$folder/log" && wrong "find_package(teetape $words) fails"; }
done
asked 'COMPONENTS core no_such' && wrong 'find_package finds a component that is not there'
grep -q 'The component "no_such" is not installed' "$folder/log" || wrong 'find_package does not name the component that is not there'

# The whole installed copy works from any place: no path of this build may be in it.
if grep -rl "$OLDPWD" "$prefix/include" "$library/pkgconfig" "$library/cmake"; then
    wrong 'installed files name the source folder (above)'
fi
exit $bad
