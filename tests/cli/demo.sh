#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo.sh COMMAND SOURCE_DIR
#
# What demo makes of teehistorian recordings: spans, players, eyes, maps, stdin and stdout, outputs that exist,
# and what is refused.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
need python3

file=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
# no map is here but those that this test puts there
XDG_DATA_HOME=$folder/data
export XDG_DATA_HOME
"$teetape" map "$tree/tests/recordings/dm1/client0.demo" -o dm1.map >/dev/null

# The whole of it, which reads without a fault.
run 0 demo --no-map --json -o all.demo "$file"
silent err
is first_tick 150
is last_tick 4092
is snapshots 3943
is left_out 0
is nameless 0
run 0 verify --strict --json all.demo
is errors 0
is warnings 0
run 0 chat all.demo
says out 'Reconstructed by teetape'
says out "'player0' is now called 'renamed0'"
hides out ' /'
"$teetape" chat "$file" 2>/dev/null | grep -q '/load \*\*\*$' || wrong 'the recording has no chat command that the demo could show'
run 0 demo --no-map --no-note -o quiet.demo "$file"
run 0 chat quiet.demo
hides out 'Reconstructed by teetape'
hides out 'Positions are exact'
says out "'player0' is now called 'renamed0'"
run 0 players --json all.demo
says out '"name":"renamed0"'

# A span is that part of the whole.
run 0 demo --no-map --from 0:20 --to 0:40 -o part.demo "$file"
says out 'part.demo: 0:00:19.98 long (ticks 1000 to 1999), 1000 snapshots'
# Where everybody is in a tick, without what only tells a change. The order of items depends on where a reader began.
tees() {
    "$teetape" dump --json --items=all --kind item --from "$2" --to $(($2 + 1)) "$1" | grep '"Character"' |
        sed 's/"change":"[a-z]*",*//' | sort >"tees.$1"
    [ -s "tees.$1" ] || wrong "nobody is in $1 at $2"
}
for tick in 1000 1234 1999; do
    tees all.demo $tick
    tees part.demo $tick
    same tees.all.demo tees.part.demo
done

# Through a pipe, in both directions; half of the snapshots. The game may be installed here, with a map by which inputs
# that counted late are found in a file.
sed 's/"map_name":"dm1"/"map_name":"no_such"/' "$file" >nowhere.teehistorian
run 0 demo --no-map -q -o nowhere.demo nowhere.teehistorian
"$teetape" demo --no-map -q -o - - <nowhere.teehistorian >pipe.demo || wrong 'demo does not work in a pipe'
same pipe.demo nowhere.demo
run 0 demo --map dm1.map -q -o hinted.demo "$file"
"$teetape" demo --map dm1.map -q -o - - <"$file" >pipe.demo
cmp -s hinted.demo pipe.demo && wrong 'an input that counted late is not found'
# A name that is given while others move: no tick is left out before the record after it.
{
    header 2 ''
    int -3 0 320 320 0 1 1 0 1 1
    int -8 1 && start_info bob '' | message 1
    int 0 1 1 0 5 1 -3 1 64 64 0 1 1 1 2 2 0 9 1 -1
} >named
run 0 demo --no-map -q --player bob -o named.demo named
"$teetape" demo --no-map -q --player bob -o - - <named >piped.demo || wrong 'no demo of a name in a pipe'
same piped.demo named.demo
run 0 demo --no-map --every 2 --json -o half.demo "$file"
is snapshots 1972
run 0 verify --strict half.demo
xz -k <"$file" >packed 2>/dev/null && { run 0 demo --no-map -q -o unpacked.demo packed && same unpacked.demo all.demo; }

# Gaps: without anybody they go, long silence has a tick a second.
run 0 demo --no-map --json --skip-idle -o busy.demo "$file"
is first_tick 150
is shortened 234
is last_tick 3858
run 0 verify --strict busy.demo
# MAGIC, {"version":"2"}, PLAYER_NEW 0 at (1, 1), TICK_SKIP of 1,000 and of 200,000 ticks, FINISH
printf '\151\235\261\173\216\373\064\377\261\330\332\157\140\301\135\321{"version":"2"}\0' >gap
printf '\102\000\001\001\101\247\017\101\277\264\030\100' >>gap
run 0 demo --no-map --json -o gap.demo gap
says err 'gaps of more than an hour are left out, '
is last_tick 1052
is shortened 199949
says err ' 1:06:38.98 in all: later ticks are lower by up to 199949 (--whole keeps them)'
run 0 verify --strict gap.demo
run 0 demo --no-map --json --whole -o whole.demo gap
hides err 'gaps of more than an hour'
is last_tick 201001
is shortened 0
run 0 verify --strict whole.demo
run 2 demo --no-map --whole --skip-idle -o no.demo gap
says err '--skip-idle and --whole do not go together'
# An hour is kept, and more goes; many silences make no large demo.
silence() { # TICKS...
    header 2 ''
    int -3 0 1 1
    for ticks; do
        int -2 "$ticks"
        int 0 1 0
    done
    int -1
}
ticks_kept='179990 179998 179999 180000'
[ "$share" = 1 ] || ticks_kept=180000
for ticks in $ticks_kept; do
    silence $ticks >kept
    run 0 demo --no-map --json -o kept.demo --force kept
    is shortened 0
done
silence 180001 >goes
run 0 demo --no-map --json -o goes.demo --force goes
is shortened 179950
silence 180010 >goes
run 0 demo --no-map --json -o goes.demo --force goes
is shortened 179959
hours='4000000 4000000 4000000 4000000 4000000'
# shellcheck disable=SC2086
silence $hours $hours $hours $hours >many
run 0 demo --no-map --json -o many.demo many
[ "$(wc -c <many.demo)" -lt 20000 ] || wrong "$(wc -c <many.demo) bytes of $(wc -c <many)"
run 0 demo --no-map --json --split player -o pieces many
says err 'gaps of more than an hour are left out'

# One player: markers, alone, through his eyes.
run 0 demo --no-map --json --player renamed0 -o one.demo "$file"
is markers 3
run 0 demo --no-map --only --player 2 -o only.demo "$file"
run 0 players --json only.demo
says out '"name":"dummy0"'
hides out '"name":"dummy1"'
run 0 chat only.demo
hides out 'player0'
run 0 demo --no-map --as player1 --json -o as.demo "$file"
is first_tick 626
run 0 info as.demo
says out 'by a client'

# A name that two have, one after the other: the view is that of who has it now, though records of the other come last.
{
    header 2 ''
    int -8 1 && start_info bob '' | message 1
    int -8 2 && start_info last '' | message 2
    int -3 1 640 640 -3 2 960 960 1 1 1 2 1 1 -2 300 1 1 1 2 1 1 -4 1 -9 1 && text ''
    int 2 1 1
    change_info bob '' | message 2
    int -2 20 2 1 1 -1
} >two
# local_is CID FROM TO FILE: in each of these ticks the game shows this tee.
local_is() {
    "$teetape" dump --json --items=all --kind item --from "$2" --to "$3" "$4" >items
    [ "$(sed -n 's/.*"PlayerInfo".*"local":1,"client_id":\([0-9]*\),.*/\1/p' items | sort -u)" = "$1" ] ||
        wrong "$4 from $2 to $3 is not the view of $1"
}
run 0 demo --no-map --as bob -o two.demo two
says out ', as cid 1, bob, without its map'
says err 'such as the clients 1 and 2: this is the view of 1; --as with a client id chooses one'
left=$("$teetape" dump --kind drop two | awk '{ print $2 }')
local_is 1 0 "$left" two.demo
local_is 2 $((left + 1)) 1000 two.demo
run 0 demo --no-map --as bob --to "$left" --json -o early.demo two
is cid 1
run 0 demo --no-map --as bob --from $((left + 1)) -o late.demo two
says out ', as cid 2, bob, without its map'
hides err 'such as'
# the type of such a demo is that of a server's: who reads its chat hears that there is none
run 0 demo --no-map --player 1 -o silent.demo two
run 0 chat silent.demo
says err 'so it has no chat of players; demos of clients have it'
run 0 chat "$tree/tests/recordings/dm1/client0.demo"
silent err

# The map: named, found, not found, and another one.
run 0 demo --map dm1.map --json -o map.demo "$file"
says out '"map":"dm1.map"'
"$teetape" map map.demo -o again.map >/dev/null
same dm1.map again.map
mkdir -p data/ddnet/maps
cp dm1.map data/ddnet/maps/dm1.map
run 0 demo --json -o found.demo "$file"
says out 'data/ddnet/maps/dm1.map'
same found.demo map.demo
# Hooks that are out where a span begins, were seen flying before.
for tick in 1400 1612 2634; do
    run 0 demo --map dm1.map --from $tick --to $((tick + 3)) --force -o span.demo "$file"
    tees map.demo $tick
    tees span.demo $tick
    same tees.map.demo tees.span.demo
done
grep -q '"hook_state":5' tees.map.demo || wrong 'nobody holds a hook in 2634'
run 0 demo --no-map --json -o hooks.demo "$file"
says out 'data/ddnet/maps/dm1.map'
is map_bytes 0
run 0 chat hooks.demo
says out 'hooks, shots and all else are computed with the map'
echo other >other.map
run 2 demo --map other.map -o bad.demo "$file"
says err 'other.map'
# A map in its place that is not taken is reported, with the reason.
cp other.map data/ddnet/maps/dm1.map
if [ ! -d /usr/share/games/ddnet ] && [ ! -d /usr/share/ddnet ]; then
    run 0 demo -o without.demo "$file"
    says err 'data/ddnet/maps/dm1.map: note: its SHA-256 is not the one in the header'
    says err 'its map dm1_0b0c481d77519c32fbe85624ef16ec0fa9991aec7367ad538bd280f28d8c26cf.map was not found'
    same without.demo all.demo
    rm without.demo
fi
# The one that was played, but it cannot be read: the demo has it, and nothing is derived with it.
header 2 ",\"map_name\":\"other\",\"map_sha256\":\"$(sha256sum <other.map | cut -d ' ' -f 1)\"" >odd
int -3 0 320 320 0 1 1 0 1 1 -1 >>odd
run 0 demo --map other.map --json -o odd.demo odd
is map_bytes 6
says err 'other.map: warning: '
says err '; so the demo shows no hooks, freezing and found weapons'
run 0 map -q -o again.map --force odd.demo
same other.map again.map
rm -r data
if [ ! -d /usr/share/games/ddnet ] && [ ! -d /usr/share/ddnet ]; then
    run 0 demo -o without.demo "$file"
    says err 'dm1_0b0c481d77519c32fbe85624ef16ec0fa9991aec7367ad538bd280f28d8c26cf.map was not found: the demo shows no hooks'
    same without.demo all.demo
fi

# What is refused leaves nothing.
run 2 demo "$file"
says err 'no output is given'
run 2 demo --no-map -o all.demo "$file"
says err '--force replaces it'
run 0 demo --no-map --force -q -o all.demo "$file"
run 2 demo --only -o bad.demo "$file"
says err '--only goes with --player'
run 2 demo --map dm1.map --no-map -o bad.demo "$file"
run 2 demo --no-map --player nobody -o bad.demo "$file"
says err "no player has the name 'nobody'"
run 2 demo --no-map --as nobody -o bad.demo "$file"
says err "no player has the name 'nobody'"
run 2 demo --no-map --as 99 -o bad.demo "$file"
says err "the player '99' is not in this span; choose another player, --from or --to"
run 2 demo --no-map --player 3 --to 0:10 -o bad.demo "$file"
says err "the player '3' is not in this span; choose another player, --from or --to"
run 2 demo --no-map --from 1:00:00 -o bad.demo "$file"
says err 'the recording has nothing in this time: it ends at tick 4092 (0:01:21.84)'
# what a date is asked for is said as dates, and what looks like a time of day is not one
dates='it is from 2026-11-21T08:04:43.00+0000 to 2026-11-21T08:06:04.84+0000'
run 2 demo --no-map --from 2026-11-21T20:14 -o bad.demo "$file"
says err "it ends at tick 4092 (0:01:21.84); $dates"
run 0 players --from 2026-11-21T20:14 "$file"
says err "it ends at tick 4092 (0:01:21.84); $dates"
run 0 players --from 2026-11-20T20:14 --to 2026-11-20T20:15 "$file"
says err 'from 2026-11-20T20:14 to 2026-11-20T20:15; the recording begins at 2026-11-21T08:04:43.00+0000'
run 0 players --from 20:14 "$file"
says err '(0:01:21.84); a time of day is written with an @: @20:14'
for place in 100000 30:14 20:14.5; do
    run 0 players --from $place "$file"
    grep -q '(0:01:21.84)$' err || wrong "--from $place: $(cat err)"
done
run 2 demo --no-map --from 0:20 --to 0:10 -o bad.demo "$file"
says err 'the span is empty'
run 2 demo --no-map -o bad.demo all.demo
says err 'this is a demo; teetape demo takes teehistorian files'
run 2 demo --no-map -o bad.demo "$file" "$file"
run 3 demo --no-map -o bad.demo missing
[ ! -e bad.demo ] || wrong 'bad.demo was written'

# A cut has no hooks, weapons and freezes of tees that were there before it. A demo of the cut has none of them until
# the tee spawns again, and all other values are those of the same part of the whole. Nobody joins at the start.
columns=tick,cid,x,y,direction,weapon,hook_state,hook_x,hooked,frozen,jumped,attack_tick
run 0 cut -q --from 2000 --to 3000 -o part.teehistorian "$file"
run 0 demo --map dm1.map -o part.demo --force part.teehistorian
says err 'this is a cut: hook, weapon and freeze of a tee are unknown until it spawns in it; --from and --to'
run 0 demo -q --map dm1.map --from 2000 --to 3000 -o same.demo "$file"
run 0 chat part.demo
says out 'from a cut of the teehistorian file 31940c05-'
says out 'only its place is known until it spawns again'
sed -n '3,$p' out | cut -c 23- >said
run 0 chat same.demo
sed -n '3,$p' out | cut -c 23- | cmp -s - said || wrong "a cut has other chat lines: $(cat said)"
for map in '--map dm1.map' --no-map; do
    # shellcheck disable=SC2086
    run 0 demo -q $map -o part.demo --force part.teehistorian
    # shellcheck disable=SC2086
    run 0 demo -q $map --from 2000 --to 3000 -o same.demo --force "$file"
    run 0 verify --strict part.demo
    "$teetape" table ticks -q --columns $columns -o part.csv --force part.demo
    "$teetape" table ticks -q --columns $columns -o same.csv --force same.demo
    python3 - part.csv same.csv "$map" <<'END' || wrong "a demo of a cut $map: see above"
import csv, sys
part, same = ({(row["tick"], row["cid"]): row for row in csv.DictReader(open(name))} for name in sys.argv[1:3])
known = unknown = 0
for key, row in same.items():
    its = part[key]
    unknown += its["weapon"] == ""
    known += its["weapon"] != ""
    for name, value in row.items():
        assert its[name] in ("", value), (key, name, its[name], value)
# without the map nobody spawns here: /kill puts a tee elsewhere within a tick
assert unknown > 100 and (known > 100) == (sys.argv[3] != "--no-map"), (unknown, known)
END
done

# Of a damaged recording what is readable.
head -c 20001 "$file" >'cut'
run 1 demo --no-map --json -o cut.demo cut
run 0 verify --strict cut.demo

exit $bad
