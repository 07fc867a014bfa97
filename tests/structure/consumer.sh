#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: consumer.sh BUILD_DIR
#
# Installs the build into an empty folder and builds the project tests/consumer, which knows nothing of this
# tree, against that copy: by find_package with both libraries, and by pkg-config. So is the example of the README.
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

# The README's example by the README's own words.
cp "$OLDPWD/examples/joins.c" .
line=$(grep '^cc joins\.c ' "$OLDPWD/README.md")
quietly sh -c "$line"
LD_LIBRARY_PATH=$library ./a.out "$OLDPWD/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian" >joined
grep -q '^7\.74 s: client 0$' joined || wrong 'joins.c does not say who joined'

# The whole installed copy works from any place: no path of this build may be in it.
if grep -rl "$OLDPWD" "$prefix/include" "$library/pkgconfig" "$library/cmake"; then
    wrong 'installed files name the source folder (above)'
fi
exit $bad
