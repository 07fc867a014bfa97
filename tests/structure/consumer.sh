#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: consumer.sh BUILD_DIR
#
# Installs the build into an empty folder and builds the project tests/consumer, which knows nothing of this
# tree, against that copy: by find_package with both libraries, and by pkg-config.
set -eu
. tests/structure/common.sh
need pkg-config make
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
cd "$folder/consumer"

quietly "${CMAKE:-cmake}" -S . -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="${CC:-cc}"
quietly "${CMAKE:-cmake}" --build build
./build/consumer_shared
./build/consumer_static

library=$(dirname "$(find "$prefix" -name libteetape.a)")
export PKG_CONFIG_PATH="$library/pkgconfig"
quietly make CC="${CC:-cc}"
LD_LIBRARY_PATH=$library ./consumer

# Components: one that is not there is an error where it is required, and none where it may be left out.
asked() {
    printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(asked LANGUAGES C)' "find_package(teetape 0.2 REQUIRED $1)" \
        'add_executable(asked ../consumer.c)' 'target_link_libraries(asked PRIVATE teetape::teetape)' >asked/CMakeLists.txt
    "${CMAKE:-cmake}" -S asked -B asked/build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="${CC:-cc}" >"$folder/log" 2>&1
}
mkdir asked
for words in '' 'COMPONENTS core' 'COMPONENTS core OPTIONAL_COMPONENTS no_such' 'OPTIONAL_COMPONENTS no_such'; do
    asked "$words" || { cat "$folder/log" && wrong "find_package(teetape $words) fails"; }
done
asked 'COMPONENTS core no_such' && wrong 'find_package finds a component that is not there'

# The whole installed copy works from any place: no path of this build may be in it.
if grep -rl "$OLDPWD" "$prefix/include" "$library/pkgconfig" "$library/cmake"; then
    wrong 'installed files name the source folder (above)'
fi
exit $bad
