#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: server_items.sh COMMAND SOURCE_DIR
#
# Demos of teehistorian files with their maps, beside parts of the servers' own demos of the same games (tests/data/physics): at least
# 99.95 % of all items are equal, and 99.5 % of each type that occurs a hundred times. compare_demos says what does not count, and why.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
compare=$(dirname "$teetape")/tools/compare_demos
[ -x "$compare" ] || exit 77
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
    case $name in
    *-pause) set -- "$@" -e "$theirs" "$name.demo" ;;
    *) set -- "$@" "$theirs" "$name.demo" ;;
    esac
done
"$compare" -s 20 -l 99.95,99.5 "$@" || wrong 'the demos lack items that the servers have, or have others'
exit $bad
