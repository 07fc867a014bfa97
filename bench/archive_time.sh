#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: bench/archive_time.sh BUILD DATA STEP...
#
# The figures of docs/performance.md, "Archives", with a release build in BUILD and the data of bench/archive_make.sh in
# DATA. ROUNDS and SEEKS in the environment say how often (5, 200). Steps:
#
#   scan      the first search of the whole archive, .zst and .xz, and of the .xz by xz -dc alone
#   answer    the second search
#   pack      day.teehistorian.xz -> packed .xz, .zst and .tape: times, sizes
#   index     index and verify of the day: plain, packed .xz, packed .zst
#   seek      one tick at random of the day and of a gigabyte of it: plain, packed .xz, .zst and .tape
#   finish    find a player's finish in the packed day and cut it out, against a full scan
set -eu

[ $# -ge 3 ] || { sed -n '4,16s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
build=$(cd "$1" && pwd)
cd "$2"
shift 2
rounds=${ROUNDS:-5}
seeks=${SEEKS:-200}
PATH=$build:$PATH
export PATH
run() {
    "$build/bench/bench_commands" "$@"
}

heading() {
    printf '\n== %s (load %s)\n' "$1" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
}

# Reads everything once, so that all commands find it in memory.
warm() {
    find "$@" -type f -exec cat {} + >/dev/null
}

bytes() {
    find "$@" -type f -printf '%s\n' | awk '{ sum += $1 } END { printf "%.0f\n", sum }'
}

scan() {
    heading 'First search of an archive'
    echo "raw $(bytes raw) bytes, xz $(bytes xz), zst $(bytes zst), $(find raw -type f | wc -l) files, $(nproc) CPUs"
    warm zst
    run --rounds "$rounds" 'find zst -type f -print0 | xargs -0 -P 2 -n 16 zstd -qdc >/dev/null' \
        'rm -f scan.db*; teetape find -q -j 2 --db scan.db zst'
    warm xz
    run --rounds "$rounds" 'find xz -type f -print0 | xargs -0 -P 2 -n 16 xz -dc >/dev/null' \
        'rm -f scan.db*; teetape find -q -j 2 --db scan.db xz'
    ls -l scan.db
}

answer() {
    heading 'Second search'
    [ -e zst.db ] || teetape find -q --db zst.db zst
    run --rounds 31 'teetape find --db zst.db --player plant-one zst >/dev/null' \
        'teetape find --db zst.db --player "plant*" --finish zst >/dev/null' \
        'teetape find --db zst.db --faster 30 zst >/dev/null' \
        'teetape find --db zst.db --player plant-one --no-scan zst >/dev/null' \
        'teetape find --db zst.db --player "*a*" --ignore-case --limit 10 --no-scan zst >/dev/null' \
        'teetape find --db zst.db --map "Steps 1" zst >/dev/null'
}

# Makes FILE if it is not there: make FILE COMMAND...
make() {
    [ -e "$1" ] || { shift && "$@"; }
}

pack() {
    heading 'Packing'
    rm -rf packed && mkdir packed
    run --rounds 1 'teetape pack -q --format xz -o packed/day.teehistorian.xz day.teehistorian.xz' \
        'teetape pack -q --format zst -o packed/day.teehistorian.zst day.teehistorian.xz' \
        'teetape pack -q --format tape -o packed/day.teehistorian.tape day.teehistorian.xz' \
        'xz -dc day.teehistorian.xz | xz -0c | wc -c'
    cp day.teehistorian packed/
    make gigabyte.teehistorian "$build/tests/support/game/gen_archive" --day gigabyte.teehistorian --bytes 1000000000
    cp gigabyte.teehistorian packed/
    make gigabyte.teehistorian.xz xz -0k gigabyte.teehistorian
    teetape pack -q --format xz -o packed/gigabyte.teehistorian.xz gigabyte.teehistorian
    teetape pack -q --format zst -o packed/gigabyte.teehistorian.zst gigabyte.teehistorian
    teetape pack -q --format tape -o packed/gigabyte.teehistorian.tape gigabyte.teehistorian
    ls -l day.teehistorian* gigabyte.teehistorian* packed
    xz -l packed/*.xz
    xz -tq packed/*.xz
    zstd -qt packed/*.zst
}

index() {
    heading 'Index against verify'
    warm packed
    for end in '' .xz .zst; do
        run --rounds "$rounds" "teetape verify --no-index -q packed/day.teehistorian$end" \
            "rm -f packed/day.teehistorian$end.ttidx; teetape index -q packed/day.teehistorian$end"
    done
    teetape index -q packed/gigabyte.teehistorian packed/gigabyte.teehistorian.xz packed/gigabyte.teehistorian.zst
    ls -l packed/*.ttidx
}

seek() {
    heading 'One tick at random'
    warm packed
    for file in gigabyte day; do
        last=$(teetape index --json packed/$file.teehistorian | jq .last_tick)
        awk -v n="$seeks" -v last="$last" 'BEGIN { srand(4); for (i = 0; i < n; i++) printf "%d\n", rand() * last }' >words
        for end in '' .xz .zst .tape; do
            run --words words "teetape dump packed/$file.teehistorian$end --from {} | head -n 1 >/dev/null"
        done
    done
}

finish() {
    heading "One player's finish out of a day"
    rm -rf work && mkdir work
    for end in .xz .zst .tape; do
        rm -f day.db* && mkdir -p "work/$end"
        ln packed/day.teehistorian$end* "work/$end"
        teetape find -q --db day.db work/$end
        cut="teetape cut work/$end/day.teehistorian$end --finish=plant-finish -q --before 5 --after 3 --force -o work/cut.teehistorian"
        run --rounds 11 "teetape find --db day.db --player plant-finish --finish work/$end >/dev/null; $cut" \
            "teetape find --db day.db --player plant-finish --finish work/$end >/dev/null" "$cut"
        teetape verify --strict work/cut.teehistorian
    done
    full='--no-index --finish=plant-finish -q --before 5 --after 3 --force -o work/full.teehistorian'
    run --rounds 3 "teetape cut packed/day.teehistorian.zst $full" "teetape cut day.teehistorian $full"
    run --rounds 1 "teetape cut day.teehistorian.xz $full" 'xz -dc day.teehistorian.xz >/dev/null'
    cmp work/cut.teehistorian work/full.teehistorian
}

for step in "$@"; do
    case $step in
    scan | answer | pack | index | seek | finish) "$step" ;;
    *) echo "no step $step" >&2 && exit 2 ;;
    esac
done
