#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: bench/growth.sh BUILD [--bytes N] [--rounds N] [--try] [WORD...]
#
# Shows how every command grows with its input: runs each on a recording of --bytes (1000000 if not given), of ten and
# of a hundred times that, and on demos made of an eighth of it. Prints seconds of CPU time (the median of --rounds, 3 if
# not given), how many times as long each step takes, and the most memory. With WORDs only the lines that contain one.
# Exit status 1 when ten times the input takes more than 20 times as long, if that is more than 0.05 s.
#
# --try runs every command once on the smallest input and prints no figures. How searches grow with what is in the
# database is another question: bench/archive_growth.sh. Figures: docs/performance.md, "Growth".
set -eu

usage() {
    sed -n '4,13s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

[ $# -ge 1 ] && [ -x "$1/teetape" ] || usage
build=$(realpath "$1")
shift
unit=1000000 rounds=3 steps='1 10 100'
while [ $# -gt 0 ]; do
    case $1 in
    --bytes) unit=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    --try) steps=1 ;;
    -*) usage ;;
    *) break ;;
    esac
    shift
done
words=$*
teetape=$build/teetape
game=$build/tests/support/game
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The inputs of one step, in a folder: t.teehistorian, t.zst, broken.teehistorian, small.teehistorian and its demo d.demo,
# the halves of that, broken.demo, a folder of recordings, lines of ints and of bytes.
make_inputs() {
    mkdir "$work/$1"
    cd "$work/$1"
    bytes=$((unit * $1))
    "$game/gen_teehistorian" busy --players 64 --bytes $bytes -o t.teehistorian
    "$game/gen_teehistorian" busy --players 64 --bytes $((bytes / 8)) --map m.map -o small.teehistorian
    "$teetape" demo -q --map m.map -o d.demo small.teehistorian
    last=$("$teetape" index -q --json d.demo | sed -n 's/.*"last_tick":\([0-9]*\).*/\1/p')
    middle=$((last / 2))
    "$teetape" cut -q --to $middle -o d1.demo d.demo
    "$teetape" cut -q --from $middle -o d2.demo d.demo
    "$teetape" index -q t.teehistorian
    "$teetape" pack -q --format zst -o t.teehistorian.zst t.teehistorian
    head -c $((bytes * 9 / 10)) t.teehistorian >broken.teehistorian
    head -c $(($(wc -c <d.demo) * 9 / 10)) d.demo >broken.demo
    "$game/gen_archive" archive --files $((10 * $1)) --bytes $bytes
    seq $((bytes / 20)) >ints
    "$teetape" codec varint encode <ints >varints
    cd "$OLDPWD"
}

is_wanted() {
    [ -n "$words" ] || return 0
    for word in $words; do
        case $1 in *"$word"*) return 0 ;; esac
    done
    return 1
}

# grows LABEL COMMAND: the command is a line for the shell in a folder of inputs, and `teetape` is found.
grows() {
    is_wanted "$1" || return 0
    if [ "$steps" = 1 ]; then
        (cd "$work/1" && PATH=$build:$PATH sh -c "$2") || { echo "fails: $1" >&2 && exit 3; }
        return 0
    fi
    : >"$work/steps"
    for step in $steps; do
        (cd "$work/$step" && PATH=$build:$PATH "$build/bench/bench_commands" --rounds "$rounds" "$2") >"$work/out" || exit 3
        sed -n 3p "$work/out" >>"$work/steps"
    done
    awk -v label="$1" '
        { cpu[NR] = $4; memory[NR] = $5 }
        END {
            first = cpu[2] / (cpu[1] > 0 ? cpu[1] : 1e-6)
            second = cpu[3] / (cpu[2] > 0 ? cpu[2] : 1e-6)
            far = first > 20 && cpu[2] > 0.05 || second > 20 && cpu[3] > 0.05
            printf "%-34s %9.3f %9.3f %9.3f  %6.1f %6.1f  %8.1f %8.1f %8.1f%s\n", label, cpu[1], cpu[2], cpu[3], first,
                second, memory[1], memory[2], memory[3], far ? "  FAR FROM LINEAR" : ""
        }' "$work/steps" | tee -a "$work/lines"
}

# What reads both kinds of recordings.
grows_both() {
    for input in t.teehistorian d.demo; do
        grows "$1, ${input#*.}" "teetape $2 $input >/dev/null"
    done
}

for step in $steps; do
    make_inputs "$step"
done
[ "$steps" = 1 ] || printf '%-34s %9s %9s %9s  %6s %6s  %8s %8s %8s\n' '' 'CPU s: 1' 10 100 '10/1' '100/10' 'MB: 1' 10 100
grows_both info 'info -q'
grows_both dump 'dump -q'
grows_both 'dump --json' 'dump -q --json'
grows_both players 'players -q'
grows_both chat 'chat -q'
grows inputs 'teetape inputs -q t.teehistorian >/dev/null'
grows_both 'verify without index' 'verify -q --no-index'
grows 'verify, .zst' 'teetape verify -q t.teehistorian.zst >/dev/null'
grows_both index 'index -q --force'
grows 'find, first' 'rm -f a.db*; teetape find -q --db a.db archive'
grows 'find, again' 'teetape find -q --db a.db --player nobody archive'
grows 'cut, teehistorian' 'teetape cut -q --force --no-index --from 0:01 -o out t.teehistorian'
grows 'cut, demo' 'teetape cut -q --force --no-index --from 3 -o out.demo d.demo'
grows 'repair, teehistorian' 'teetape repair -q --force -o out broken.teehistorian'
grows 'repair, demo' 'teetape repair -q --force -o out.demo broken.demo'
grows 'pack, .zst' 'teetape pack -q --force --format zst -o out.zst t.teehistorian'
grows 'pack, .xz' 'teetape pack -q --force --format xz -o out.xz small.teehistorian'
grows unpack 'teetape unpack -q --force -o out t.teehistorian.zst'
grows anonymize 'teetape anonymize -q --force -o out t.teehistorian'
grows demo 'teetape demo -q --force --map m.map -o out.demo small.teehistorian'
grows concat 'teetape concat -q --force -o out.demo d1.demo d2.demo'
grows map 'teetape map -q --force -o out.map d.demo'
grows 'codec varint encode' 'teetape codec varint encode <ints >/dev/null'
grows 'codec varint decode' 'teetape codec varint decode <varints >/dev/null'
grows 'codec huffman encode' 'teetape codec huffman encode <varints >/dev/null'
! grep -qs FAR "$work/lines"
