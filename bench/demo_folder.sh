#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo_folder.sh BUILD_DIR [COUNT [FILE.demo]]
#
# How fast a folder of demos is gone through: COUNT copies (1000 if not given) of a demo, in a folder of their own
# below $TMPDIR that is removed at the end, against cat of the same files. Figures: docs/performance.md, "Demos".
set -eu
build=$(realpath "$1")
count=${2:-1000}
demo=$(realpath "${3:-$(dirname "$0")/../tests/recordings/dm1/client0.demo}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
number=0
while [ $number -lt "$count" ]; do
    number=$((number + 1))
    cp "$demo" "$folder/$number.demo"
done
cd "$folder"
teetape=$build/teetape
"$build/bench/bench_commands" --rounds 7 'cat -- *.demo >/dev/null' \
    "$teetape info -q -j 1 -r . >/dev/null" \
    "$teetape chat -q -j 1 -r . >/dev/null" \
    "$teetape players -q -j 1 -r . >/dev/null" \
    "$teetape verify -q -j 1 -r . >/dev/null" \
    "$teetape info -Q -q -j 1 -r . >/dev/null"
