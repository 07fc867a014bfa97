#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: physics.sh COMMAND SOURCE_DIR
#
# verify --physics, find --finish --physics and the column `applied`: what they say of recordings whose moves are all
# exact, of one with a late input, of a damaged one, of demos, and without a map; and a picture of a computed game.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
"$teetape" --version | grep -q 'zlib [0-9]' || skip 'no zlib in this build'
sessions=$tree/tests/data/physics
dm1=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
export HOME="$folder/home" XDG_DATA_HOME="$folder/data" XDG_CACHE_HOME="$folder/cache" LC_ALL=C.UTF-8
mkdir -p home data cache

# counts LINE: the last line of the table, without the blanks.
counts() {
    [ "$(tail -n 1 out | tr -s ' ')" = "$1" ] || { wrong "the counts are not $1:" && cat out; }
}

# An input of dm1 counted late, which is found in a file, and not in a pipe.
run 0 map -o dm1.map "$demo"
run 0 verify --physics --map dm1.map "$dm1"
silent err
counts ' - all of them 6,194 6,193 1 0 0'
feed 0 verify --physics --map dm1.map - <"$dm1"
says err 'in a pipe'
says err 'by the rules at'
grep -q ' 1  *[1-9][0-9]*$' out || { wrong 'no unexplained move in a pipe:' && cat out; }
feed 1 verify --physics --strict --map dm1.map - <"$dm1"
feed 0 verify --physics --json --quiet --map dm1.map - <"$dm1"
silent err
says out '"explained":0,"unexplained":1,"unknown":50,"finishes":0,'
says out '"misses":[{"tick":3448,"session":0,"cid":0,"name":"renamed0","x":1748,"y":1073,"computed_x":1745,"computed_y":1073}]'

# The same with an index beside it, which is checked as ever.
cp "$dm1" indexed.teehistorian
run 0 index -q indexed.teehistorian
run 0 verify --physics --map dm1.map indexed.teehistorian
says out ', index good'
counts ' - all of them 6,194 6,193 1 0 0'
run 0 verify --physics --json --map dm1.map indexed.teehistorian
says out '"index":"good"'
says out '"physics":{"moves":6194,"exact":6193,"explained":1,"unexplained":0,"unknown":0,'
says out '"tried":true'

# The index keeps the game and the late input.
run 0 index --physics --map dm1.map --json indexed.teehistorian
says out '"outcome":"built"'
run 0 index --physics --map dm1.map --json indexed.teehistorian
says out '"outcome":"up_to_date"'
run 0 verify --physics --map dm1.map indexed.teehistorian
says out ', index good'
counts ' - all of them 6,194 6,193 1 0 0'
run 2 index --map dm1.map indexed.teehistorian
says err '--map goes with --physics'

# Each player's counts sum up to those of everybody, and the four to the moves.
if command -v jq >/dev/null; then
    jq -e '.physics | .moves == .exact + .explained + .unexplained + .unknown and
        .moves == ([.players[].moves] | add) and .exact == ([.players[].exact] | add) and
        (.players[0] | .session == 0 and .cid == 0 and .name == "renamed0")' out >/dev/null || wrong "sums: $(cat out)"
fi

# No silence takes long.
# shellcheck source=tests/support/recording.sh
. "$tree/tests/support/recording.sh"
{
    header 2 ",\"map_name\":\"dm1\",\"map_sha256\":\"$(sha256sum <dm1.map | cut -d ' ' -f 1)\",\"version_minor\":\"5\""
    int -3 0 400 400
    for ticks in 180001 200000000 1900000000; do
        int -2 $ticks
        int 0 1 0
    done
    int -1
} >days.teehistorian
run 0 verify --physics --json --map dm1.map days.teehistorian
says out '"moves":4,"exact":0,"explained":0,"unexplained":2,"unknown":2,'

# Without the map, with another one, with one that is none or damaged, and --map alone.
# The game may be installed here, so the recording without a map has one that no game has.
sed 's/"map_name":"dm1"/"map_name":"no_such"/' "$dm1" >nowhere.teehistorian
run 0 index --physics --json nowhere.teehistorian
says err 'its map was not found, so the index has no states of the game; name it with --map FILE'
run 0 index --physics --json nowhere.teehistorian
says out '"outcome":"up_to_date"'
run 2 verify --physics nowhere.teehistorian
says err 'its map no_such_0b0c481d77519c32fbe85624ef16ec0fa9991aec7367ad538bd280f28d8c26cf.map was not found'
says err '--map FILE names one'
says out ': good, '
run 2 verify --physics --map "$sessions/feat7.map" "$dm1"
says err 'it is not the map of this recording'
run 2 verify --physics --map "$dm1" "$dm1"
run 2 verify --map dm1.map "$dm1"
says err '--map goes with --physics'
run 3 verify --physics --map missing.map "$dm1"

# A demo holds no inputs, which is no fault.
run 0 verify --physics "$demo"
says err 'note: a demo holds no inputs'
run 0 verify --physics --json "$demo"
hides out '"physics"'

# Maps are found where the game keeps them. What is damaged is computed as far as it can be read.
mkdir -p data/ddnet/maps
cp dm1.map data/ddnet/maps/
run 0 verify --physics "$dm1"
counts ' - all of them 6,194 6,193 1 0 0'
{ head -c 30000 "$dm1" && head -c 2000 /dev/zero | tr '\0' '\377'; } >damaged.teehistorian
run 1 verify --physics damaged.teehistorian
says out ': damaged, '
grep -q 'all of them  *[1-9]' out || { wrong 'nothing is counted of a damaged one:' && cat out; }
printf 'no recording' >text.teehistorian
run 1 verify --physics text.teehistorian
head -c 3000 "$dm1" >short.teehistorian
run 1 verify --physics short.teehistorian
grep -q 'all of them  *[1-9]' out || { wrong 'nothing is counted of a short one:' && cat out; }

# Folders and packed files; a server that nobody tried.
if has_codec xz; then
    mkdir many
    cp "$sessions/20-feat24.teehistorian.xz" "$sessions/16-feat7.teehistorian.xz" many/
    TEETAPE_MAP_PATH=$sessions run 0 verify --physics -r many
    silent err
    says out 'all of them  3,093  3,093'
    says out 'all of them  5,005  5,005'
    xz -dc "$sessions/16-feat7.teehistorian.xz" | sed 's/"server_version":"0.6.4, 16.4"/"server_version":"0.6.4, 16.5"/' >new.teehistorian
    TEETAPE_MAP_PATH=$sessions run 0 verify --physics new.teehistorian
    says err 'no recording of this version of the server was ever tried'
fi

# The direction that the game used; without the map it is unknown.
run 0 table ticks --columns tick,cid,direction,applied --from 1000 --to 1003 "$dm1" -o applied.csv
tr -d '\r' <applied.csv | grep -q '^1000,[0-9]*,-*[01],-*[01]$' || { wrong 'applied:' && cat applied.csv; }
run 0 table ticks --columns tick,cid,applied --to 3000 "$dm1" -o all.csv
run 0 table ticks --columns tick,cid,applied --from 1000 --to 1003 "$dm1" -o part.csv
tr -d '\r' <all.csv | grep '^100[012],' >want.csv
tr -d '\r' <part.csv | tail -n +2 >have.csv
same want.csv have.csv 'applied of a part'
run 0 table ticks --columns tick,cid,applied --player player0 --to 3000 "$dm1" -o one.csv
tr -d '\r' <all.csv | awk -F, '$2 == 0' >want.csv
tr -d '\r' <one.csv | tail -n +2 >have.csv
same want.csv have.csv 'applied of a player'
run 0 table ticks --columns tick,cid,applied --to 1003 nowhere.teehistorian -o none.csv
says err 'applied'
says err '--map FILE names it'
tr -d '\r' <none.csv | grep -q '^1000,0,$' || wrong 'applied without a map has a value'
mv data/ddnet/maps/dm1.map .
run 0 table ticks --columns tick,cid,applied --from 1000 --to 1003 --map dm1.map "$dm1" -o named.csv
silent err
same part.csv named.csv 'applied with a named map'
run 2 table ticks --columns tick,applied --map "$sessions/feat7.map" "$dm1" -o wrong.csv
says err 'feat7.map: it is not the map of this recording'
run 3 table ticks --columns tick,applied --map missing.map "$dm1" -o missing.csv
says err 'missing.map: cannot be opened'
run 0 table ticks --columns tick,x --to 0 --map dm1.map "$demo" -o demo.csv
run 2 table ticks --columns tick,x --to 0 --map "$sessions/feat7.map" "$demo" -o other.csv

# A server's own demo has the direction that the game used. Client 1 turned at a wall in tick 1630, and the server took that
# input a tick late, which no position shows: the direction is missing.
if has_codec xz; then
    for file in teehistorian demo; do
        run 0 table ticks --quiet --columns tick,cid,applied,repeated --map "$sessions/save51.map" "$sessions/16-save51.$file.xz" -o "turn_$file.csv"
        tr -d '\r' <"turn_$file.csv" >$file.rows
    done
    awk -F, 'NR == FNR { was[$1, $2] = $3; next }
        FNR > 1 && $4 == 0 && ($1, $2) in was { rows++
            if (was[$1, $2] == "") missing++; else if (was[$1, $2] != $3) { print "applied differs: " $0; bad = 1 } }
        END { print rows + 0, "rows,", missing + 0, "missing"; exit bad || rows < 400 || missing > rows / 20 }' teehistorian.rows demo.rows >out ||
        wrong "applied of the file and of the demo: $(cat out)"
    grep -qx '1631,1,,0' teehistorian.rows || wrong "applied of a hidden turn: $(grep '^1631,1,' teehistorian.rows)"
    grep -qx '1630,1,-1,0' teehistorian.rows || wrong "applied before it: $(grep '^1630,1,' teehistorian.rows)"
fi

# A picture of a teehistorian file has the shapes of the demo that is made from it, and a line that says what it is.
# Deltas put the items of a demo in another order, in which the game draws them.
if has_codec xz; then
    session=$sessions/20-feat22.teehistorian.xz
    run 0 demo "$session" --map "$sessions/feat22.map" --to 1010 -o feat22.demo
    run 0 picture "$session" --map "$sessions/feat22.map" --at 1000 --center 900,700 --no-hud -o file.svg
    run 0 picture feat22.demo --at 1000 --center 900,700 --no-hud -o demo.svg
    grep -v Reconstructed file.svg | sort >file
    sort demo.svg >demo
    same demo file 'pictures of a demo (<) and of its teehistorian file (>)'
fi

# Finishes: the moves before each, and each itself.
if has_codec xz && "$teetape" --version | grep -qi sqlite; then
    mkdir archive
    cp "$sessions/20-feat24.teehistorian.xz" archive/
    TEETAPE_MAP_PATH=$sessions run 0 find --finish --physics archive
    [ "$(grep -c 'finishes in .*, exact$' out)" -eq 68 ] || wrong "$(grep -c 'finishes in .*, exact$' out) exact finishes in place of 68"
    TEETAPE_MAP_PATH=$sessions run 0 find --finish --physics --json -n 1 archive
    says out '"physics":"exact","moves":'
    run 0 find --finish --physics archive
    says err 'its map feat24'
    says err 'so --physics is unknown'
    hides out 'exact'
    run 2 find --physics archive
    says err '--physics goes with --finish'
fi
exit $bad
