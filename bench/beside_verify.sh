#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: beside_verify.sh BUILD_DIR [--bytes N] [--files N] [--rounds N]
#
# How fast the commands that write a whole recording are beside `verify`: on a recording of --bytes (30M if not given)
# with few players, on one with 64, and on a folder of --files (1000) small ones. Ratios of CPU times within a round.
# The files are in the page cache, and outputs in a folder below $TMPDIR, which had better be memory. Figures:
# docs/performance.md, "Commands".
set -eu
build=$(realpath "$1")
tree=$(realpath "$(dirname "$0")/..")
shift
bytes=30M files=1000 rounds=9
while [ $# -gt 1 ]; do
    case $1 in
    --bytes) bytes=$2 ;;
    --files) files=$2 ;;
    --rounds) rounds=$2 ;;
    esac
    shift 2
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
game=$build/tests/support/game/gen_teehistorian
recordings=$tree/tests/recordings
"$game" repeat "$recordings"/tutorial-13min/*.teehistorian --bytes "$bytes" -o real.teehistorian
"$game" busy --players 64 --bytes "$bytes" -o busy64.teehistorian
mkdir small
number=0
while [ $number -lt "$files" ]; do
    number=$((number + 1))
    cp "$recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian" small/$number.teehistorian
done
teetape=$build/teetape
beside() {
    "$build/bench/bench_commands" --rounds "$rounds" --by cpu "$@"
}
for name in real busy64; do
    in="$name.teehistorian"
    out='--force -q -o out.teehistorian'
    beside "$teetape verify -q --no-index $in" \
        "$teetape verify -q --no-index $in && cp $in out.teehistorian" \
        "$teetape repair $out $in" \
        "$teetape anonymize $out --key 0123456789abcdef $in" \
        "$teetape cut $out --no-index --from 20 $in" \
        "$teetape dump -j 1 --json $in >/dev/null" \
        "$teetape dump -j 1 $in >/dev/null" \
        "$teetape inputs -j 1 $in >/dev/null"
done
beside "$teetape verify -q -j 1 --no-index small" \
    "$teetape table facts -q -j 1 --no-index small --force -o facts.csv" \
    "$teetape table recordings -q -j 1 --no-index small --force -o recordings.csv" \
    "$teetape table ticks -q -j 1 --no-index small --force -o ticks.csv" \
    "$teetape table ticks -q -j 1 --no-index small --force -o ticks.parquet"
