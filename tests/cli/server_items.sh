#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: server_items.sh COMMAND SOURCE_DIR
#
# Demos of teehistorian files with their maps, beside parts of the servers' own demos of the same games (tests/data/physics): at least
# 99.95 % of all items are equal, and 99.5 % of each type that occurs a hundred times. compare_demos says what does not count, and why.
# Every kill message and death of the servers is in our demos, with its place; servers that send every second tick have some a tick off.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
compare=$(dirname "$teetape")/tools/compare_demos
[ -x "$compare" ] || exit 77

deaths() {
    run 0 table facts -k kill,death -c tick,kind,cid,killer,weapon,x,y "$1"
    sed 1d out
}
data=$tree/tests/data/physics
set --
for theirs in "$data"/*.demo.xz; do
    name=$(basename "$theirs" .demo.xz)
    map=${name#*-}
    case $name in
    16-pause) map=feat7 ;;
    20-pause) map=feat20 ;;
    esac
    run 0 demo --map "$data/$map.map" -o "$name.demo" "$data/$name.teehistorian.xz"
    deaths "$theirs" >theirs
    deaths "$name.demo" >ours
    cat theirs >>all
    awk -F, '{ tick = $1; sub(/^[0-9]+,/, "") }
        NR == FNR { ours[$0, tick - 1] = ours[$0, tick] = ours[$0, tick + 1] = 1; next }
        !(($0, tick) in ours) { print tick "," $0 }' ours theirs >missing
    [ ! -s missing ] || wrong "$name.demo: these deaths are missing: $(cat missing)"
    case $name in
    *-pause) set -- "$@" -e "$theirs" "$name.demo" ;;
    *) set -- "$@" "$theirs" "$name.demo" ;;
    esac
done
"$compare" -s 20 -l 99.95,99.5 "$@" || wrong 'the demos lack items that the servers have, or have others'
[ "$(wc -l <all)" -ge 20 ] || wrong "the servers' demos have few deaths: $(cat all)"
exit $bad
