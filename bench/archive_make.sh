#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: bench/archive_make.sh BUILD DATA [FILES BYTES DAY_BYTES]
#
# Makes the data of the archive benchmarks in the folder DATA with gen_archive of the build folder BUILD: 2000 files
# with 8G, and a day of 3600M.
#
#   raw/ xz/ zst/        the same recordings plain, by xz -0 (as archives are kept today) and by zstd -3
#   facts.tsv            everything in them that a search can find
#   day.teehistorian     a server day, and day.teehistorian.xz by xz -0
#   day.tsv              the facts of the day
#
# What is there already is kept, so a run that was interrupted goes on. Takes about 20 GB and ten minutes on two CPUs,
# nearly all of it in xz.
set -eu

case $# in
2 | 5) ;;
*) sed -n '4,15s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
gen=$1/tests/support/game/gen_archive
data=$(mkdir -p "$2" && cd "$2" && pwd)
threads=$(nproc)

mkdir -p "$data/xz" "$data/zst"
[ -e "$data/facts.tsv" ] || {
    rm -rf "$data/raw"
    "$gen" "$data/raw" --files "${3:-2000}" --bytes "${4:-8G}" --facts "$data/facts.new"
    mv "$data/facts.new" "$data/facts.tsv"
}
[ -e "$data/day.tsv" ] || {
    "$gen" --day "$data/day.teehistorian" --bytes "${5:-3600M}" --facts "$data/day.new"
    mv "$data/day.new" "$data/day.tsv"
}

# The names hold no blanks: they are UUIDs.
cd "$data/raw"
# shellcheck disable=SC2016,SC2038
find . -type f | xargs -P "$threads" -n 1 sh -c '[ -e "../zst/$0.zst" ] || {
    zstd -q -3 -f -o "../zst/$0.new" "$0" && mv "../zst/$0.new" "../zst/$0.zst"; }'
# shellcheck disable=SC2016,SC2038
find . -type f | xargs -P "$threads" -n 1 sh -c '[ -e "../xz/$0.xz" ] || {
    xz -0 -c "$0" >"../xz/$0.new" && mv "../xz/$0.new" "../xz/$0.xz"; }'
[ -e ../day.teehistorian.xz ] || {
    xz -0 -c ../day.teehistorian >../day.new
    mv ../day.new ../day.teehistorian.xz
}
du -sh "$data/raw" "$data/xz" "$data/zst" "$data/day.teehistorian" "$data/day.teehistorian.xz"
