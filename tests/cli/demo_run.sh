#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo_run.sh COMMAND SOURCE_DIR
#
# demo --run: a race that is saved and loaded goes on in one demo with one clock, within a recording and over two, in any order;
# games of a server that follow each other on one map; what is refused, and what it says is missing.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"

data=$tree/tests/data/physics
saves=$data/16-save52.teehistorian.xz
cp "$data/save51.map" map
map=map
XDG_DATA_HOME=$folder/data
export XDG_DATA_HOME

# tees DEMO: tick, client id, place and speed of every tee.
tees() {
    run 0 table ticks -c tick,cid,x,y,vel_x,vel_y "$1"
    sed 1d out
}

# clock DEMO: tick from which the clock of the game counts, once for each change.
clock() {
    run 0 dump --items=all --kind item "$1"
    sed -n 's/.* GameInfo .* round_start_tick \([-0-9]*\) .*/\1/p' out | uniq
}

# Player1 saves after tick 1604, is loaded in 1857, saves after 2304 and is loaded in 2455.
run 0 demo --run --map "$map" -o run.demo "$saves"
run 0 demo --map "$map" -o whole.demo "$saves"
tees run.demo >have
tees whole.demo | awk -F, -v OFS=, '
    $1 >= 2456 { $1 -= 151 + 253; print; next }
    $1 >= 1858 && $1 <= 2304 { $1 -= 253; print; next }
    $1 <= 1604 { print }' >wanted
same wanted have 'other tees than in the recording'
[ "$(clock run.demo)" = -2130 ] || wrong "the clock of the race is another one: $(clock run.demo)"
run 0 info run.demo
says out 'tick 1605'
says out 'tick 2052'
run 0 chat run.demo
[ "$(grep -c 'Reconstructed' out)" = 1 ] || wrong 'each part says that it is reconstructed'

# Two recordings, whose names do not say which is first.
run 0 cut --to 1700 -o b.teehistorian "$saves"
run 0 cut --from 1700 --to 2200 -o a.teehistorian "$saves"
run 0 demo --run --player player1 --json --map "$map" -o two.demo a.teehistorian b.teehistorian
says out '"last_tick":1946'
run 0 demo --run --player player1 --map "$map" -o turned.demo b.teehistorian a.teehistorian
same two.demo turned.demo 'the order of the files matters'
places() {
    tees "$1" | awk -F, '$1 <= 1946 && $2 == 1 { print $1, $3, $4 }'
}
places two.demo >have
places run.demo >wanted
same wanted have 'two recordings give other tees'
[ "$(clock two.demo)" = -2130 ] || wrong 'the clock is another one over two recordings'
run 0 demo --run --only --player player1 --from 1500 --every 2 --map "$map" -o - a.teehistorian b.teehistorian
mkdir some
cp a.teehistorian b.teehistorian some
cp "$tree/tests/recordings/dm1/"*.teehistorian some
run 0 demo --run -r --map "$map" -o folder.demo some
hides err 'left out'
places folder.demo >have
same wanted have 'a folder gives other tees'

# find names both halves.
if "$teetape" --version | grep -qi 'sqlite *[0-9]'; then
    mkdir archive
    mv a.teehistorian b.teehistorian archive
    run 0 find --db find.db --save player1 --commands=run archive
    echo 'teetape demo --run -o run.demo --player name:player1 archive/b.teehistorian archive/a.teehistorian' >wanted
    same wanted out 'find prints another command'
    # shellcheck disable=SC2046
    run 0 $(sed 's/^teetape \(.*\) -o run.demo/\1 --map map -o found.demo/' out)
    mv archive/*.teehistorian .
fi

# Nothing links them.
run 2 demo --run -o none.demo b.teehistorian
says err 'b.teehistorian: note: the recording that loads the save of tick 1604 is missing'
says err 'nothing links these recordings'
run 2 demo --run -o none.demo a.teehistorian
says err 'a.teehistorian: note: the recording with the save that tick 1857 loads is missing'
run 2 demo --run --player nobody -o none.demo a.teehistorian b.teehistorian
says err 'no save with nobody of one is loaded in them'
run 2 demo --run -o none.demo whole.demo
says err 'this is a demo'
run 2 demo --run --split player -o none.demo "$saves"
says err '--run and --split do not go together'
run 2 demo --run -o a.teehistorian a.teehistorian b.teehistorian
[ ! -e none.demo ] || wrong 'a demo was written'

# A damaged half: what can be read of it is in the demo.
run 0 demo --run --map "$map" -o longer.demo a.teehistorian b.teehistorian
size=$(wc -c <a.teehistorian)
{ head -c $((size - 2000)) a.teehistorian && head -c 2000 /dev/zero; } >damaged.teehistorian
run 1 demo --run --map "$map" -o shorter.demo damaged.teehistorian b.teehistorian
says err 'damaged.teehistorian: offset '
tees shorter.demo | awk -F, '$1 < 1700' >have
tees longer.demo | awk -F, '$1 < 1700' >wanted
same wanted have 'a damaged half gives other tees'

# A server that loads its map again, and one that changes it.
games=$tree/tests/recordings/map-change
first=c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff second=93aa5d9e-d880-41a8-bef9-bcae304c6a10 other=6460a6fc-ddaa-469c-89f1-35bd95f48c1d
follow() {
    LC_ALL=C sed "1s/\"game_uuid\":\"$1\"/&,\"prev_game_uuid\":\"$2\"/" "$games/$1.teehistorian" >"$1.teehistorian"
}
follow "$second" "$first"
follow "$first" "$other"
run 0 demo --run -o games.demo "$second.teehistorian" "$first.teehistorian" "$games/$other.teehistorian"
says err "$other.teehistorian: warning: nothing links this recording to the run in $first.teehistorian: it is left out"
run 0 info games.demo
says out 'ticks 26 to 923'
run 2 demo --run -o none.demo "$second.teehistorian" "$games/$other.teehistorian"
says err "the recording of the game before it on the same map, $first, is missing"
exit $bad
