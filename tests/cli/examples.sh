#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: examples.sh COMMAND SOURCE_DIR
#
# The programs of examples/ do what the command does: the same bytes, and the same tees at the same places. Those of them
# that need a file which only the command makes are run here alone.
set -eu
# shellcheck disable=SC2034
command=$1
source=$2
# shellcheck source=tests/support/sample.sh
. "$source/tests/support/sample.sh"
# shellcheck source=tests/support/refused.sh
. "$source/tests/support/refused.sh"
need jq
rm -f -- *.teehistorian *.demo *.map *.ttidx *.txt
recording=$source/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
long=$source/tests/recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian
demo=$source/tests/recordings/dm1/client0.demo

bad=0
wrong() {
    printf '%s\n' "$1"
    bad=1
}
same() { cmp "$1" "$2" || wrong "$3: not what the command makes"; }
# damage FILE OFFSET SIZE: bytes that are none of the game's.
damage() {
    head -c "$3" /dev/zero | tr '\0' '\377' | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

cp "$recording" damaged.teehistorian
damage damaged.teehistorian 20000 300
"$examples/repair_recording" damaged.teehistorian mine.teehistorian >repair.txt
"$command" repair -q --resync -o its.teehistorian damaged.teehistorian || [ $? = 1 ]
same mine.teehistorian its.teehistorian repair
grep -q 'bytes left out' repair.txt || wrong 'repair: does not say what was lost'
cmp -s mine.teehistorian "$recording" && wrong 'repair: nothing was damaged'
"$command" verify -q --strict mine.teehistorian >verify.txt || wrong 'repair: it is still damaged'

"$examples/anonymize" "$recording" mine.teehistorian secret >anonymize.txt
"$command" anonymize -q --force --key secret -o its.teehistorian "$recording"
same mine.teehistorian its.teehistorian anonymize

for span in 1000:2000 0:3000000; do
    "$examples/cut_demo" "$demo" mine.demo ${span%:*} ${span#*:} >cut_demo.txt
    "$command" cut -q --force --from ${span%:*} --to ${span#*:} -o its.demo "$demo"
    same mine.demo its.demo "cut_demo $span"
done

# Ticks without a change are kept, and messages remain in their ticks.
events() {
    "$command" dump --items --json "$1" | jq -c 'select(.record != "header") | del(.offset, .size)'
}
"$examples/edit_demo" "$demo" mine.demo nothing >edit_demo.txt || wrong 'edit_demo: fails'
events "$demo" >its.txt
events mine.demo | cmp -s - its.txt || wrong 'edit_demo: a copy has other events'
"$examples/edit_demo" "$demo" mine.demo Pickup >edit_demo.txt || wrong 'edit_demo: fails'
! grep -q '^0 ' edit_demo.txt || wrong 'edit_demo: leaves nothing out'
! "$command" dump --items --json mine.demo | grep -q '"Pickup"' || wrong 'edit_demo: leaves pickups in'

"$examples/write_demo" >mine.demo || wrong 'write_demo: fails'
"$command" verify -q --strict mine.demo >write_demo.txt || wrong 'write_demo: is not whole'
"$command" info --json mine.demo | jq -e '.ticks == 500 and .players == 1 and .warnings == 0' >write_demo.txt ||
    wrong 'write_demo: is another demo'

cp "$demo" damaged.demo
damage damaged.demo 200000 3000
"$examples/repair_demo" damaged.demo mine.demo >repair_demo.txt
"$command" repair -q --force -o its.demo damaged.demo || [ $? = 1 ]
same mine.demo its.demo repair_demo
grep -q 'bytes left out' repair_demo.txt || wrong 'repair_demo: does not say what was lost'

# The system may have the map, which the command then uses for hooks: here it is one that nobody has.
LC_ALL=C sed 's/"map_sha256":"......../"map_sha256":"00000000/' "$recording" >other.teehistorian
cmp -s other.teehistorian "$recording" && wrong 'to_demo: the map is still the same'
"$examples/to_demo" other.teehistorian mine.demo
"$command" demo -q --force --no-map -o its.demo other.teehistorian
same mine.demo its.demo to_demo

"$command" map -q -o dm1.map "$demo"
# A run on a map of nearly every tile: the game of its recording is the game that was played.
if [ -x "$examples/run_of_its_own" ]; then
    "$examples/run_of_its_own" "$source/tests/data/physics/feat7.map" mine.teehistorian 60 ||
        wrong 'run_of_its_own: fails'
    "$command" verify --json --strict --physics --map "$source/tests/data/physics/feat7.map" mine.teehistorian >run.txt ||
        wrong 'run_of_its_own: the moves are not exact'
    jq -e '.physics.moves > 1000 and .physics.exact == .physics.moves' run.txt >verify.txt ||
        wrong 'run_of_its_own: the moves are not exact'
fi

if [ -x "$examples/map_demo" ]; then
    # The recording is one of a server that takes one input a tick, for which the command searches for nothing.
    if "$command" --version | grep -q xz; then
        xz -dc "$source/tests/data/physics/20-feat24.teehistorian.xz" >new.teehistorian
        "$examples/map_demo" new.teehistorian "$source/tests/data/physics/feat24.map" mine.demo
        "$command" demo -q --force --map "$source/tests/data/physics/feat24.map" -o its.demo new.teehistorian
        same mine.demo its.demo map_demo
    fi
    "$examples/map_demo" "$long" dm1.map mine.demo 2>refused.txt && wrong 'map_demo: takes another map'
    "$examples/read_map" dm1.map >mine.txt
    "$examples/read_map" "$demo" | cmp - mine.txt || wrong 'read_map: the map in a demo is another one'
    [ "$(wc -l <mine.txt)" -gt 10 ] || wrong 'read_map: draws no map'
    grep -q '#' mine.txt || wrong 'read_map: finds no ground'
    "$examples/follow_demo" "$demo" 1605 | sed 's/ /,/; s/ .*//' >mine.txt
    "$command" table ticks -q --columns cid,x,y --from 1605 --to 1606 "$demo" | sed '1d; s/\r//' | cmp - mine.txt ||
        wrong 'follow_demo: tees are elsewhere'
fi

# A recording of several mebibytes, so that its index has more than one block.
"$examples/record" large.teehistorian 100000
# In a tick the game writes what happened while it ran, then the tees, the network, teams, inputs.
"$command" dump --from 2500 --to 2501 --json large.teehistorian 2>record.txt | jq -r .kind | tr '\n' ' ' >mine.txt
[ "$(cat mine.txt)" = 'tick_skip player_finish player_diff player_team input_diff ' ] || wrong "record: another order than the game's: $(cat mine.txt)"
"$command" index -q --json large.teehistorian >index.txt
[ "$(jq .blocks index.txt)" -gt 1 ] || wrong 'its index has one block'
"$examples/write_index" large.teehistorian mine.ttidx
same mine.ttidx large.teehistorian.ttidx write_index
for tick in 0 1 2600 2599999 3900123 5000000 9000000; do
    "$examples/where" large.teehistorian $tick >where.txt
    "$examples/jump_by_index" large.teehistorian large.teehistorian.ttidx $tick | cmp - where.txt || wrong "jump $tick"
    "$examples/resume_at" large.teehistorian $tick | cmp - where.txt || wrong "resume $tick"
done
for tick in 40000 30 10000 25000; do "$examples/where" "$long" $tick; done >where.txt
"$examples/resume_at" "$long" 40000 30 10000 25000 | cmp - where.txt || wrong 'resume: to and fro'
"$examples/jump_by_index" "$long" large.teehistorian.ttidx 1 2>refused.txt && wrong "jump: takes another recording's index"
damage large.teehistorian 500000 1
"$examples/jump_by_index" large.teehistorian large.teehistorian.ttidx 1000 2>refused.txt && wrong 'jump: takes a changed recording'

"$examples/facts_by_index" large.teehistorian.ttidx >mine.txt
for kind in join name team finish; do
    [ "$(grep -c "^[0-9]* $kind of " mine.txt)" = "$(jq .facts.$kind index.txt)" ] || wrong "facts: $kind: not as many as the command counts"
done
grep -q '^1 name of client 0: name "nameless" source 1$' mine.txt || wrong 'facts: nobody has a name'
damage large.teehistorian.ttidx $(($(wc -c <large.teehistorian.ttidx) - 370)) 1 # in the tables, before the foot
"$examples/facts_by_index" large.teehistorian.ttidx 2>refused.txt && wrong 'facts: takes a damaged index'

# Places at the ends of ticks against the records of the command, and kills against the server's messages.
"$examples/player_at" "$long" bob >mine.txt
"$command" dump --json --player bob "$long" |
    jq -r 'select(.kind == "player_new" or .kind == "player_diff") | "\(.tick) at \(.cid) \(.x) \(.y)"' >its.txt
[ "$(wc -l <its.txt)" -gt 800 ] || wrong 'player_at: the command has no places'
sort -o mine.txt mine.txt
sort its.txt | comm -13 mine.txt - | grep . && wrong 'player_at: not the places that the command has'
"$examples/player_at" "$demo" player1 | grep ' kill ' >mine.txt
"$command" dump --json "$demo" | jq -r 'select(.type == "Sv_KillMsg" and (.fields.killer == 1 or .fields.victim == 1)) |
    "\(.tick) kill \(.fields.killer) \(.fields.victim)"' | cmp - mine.txt || wrong 'player_at: not the kills of the player'

# Places in snapshots: the command prints items when they change.
"$examples/characters" "$demo" | sed 's/,//' | sort >mine.txt
"$command" dump --items --json "$demo" | jq -r 'select(.type == "Character" and .change != "removed") |
    "\(.tick) client \(.id) at \(.fields.x) \(.fields.y)"' | sort >its.txt
[ "$(wc -l <its.txt)" -gt 1000 ] || wrong 'characters: the command has no places'
comm -13 mine.txt its.txt | grep . && wrong 'characters: not the places that the command has'
[ "$("$examples/characters" "$demo" | cut -d ' ' -f 1,3 | sort | uniq -d)" = "" ] || wrong 'characters: twice in a snapshot'
"$examples/characters" "$recording" >mine.txt 2>refused.txt && wrong 'characters: takes what is no demo'
grep -q 'no demo' refused.txt || wrong 'characters: does not say why not'

# Who was there, and who still is when the recording ends.
for file in "$source"/tests/recordings/*/*.teehistorian "$source"/tests/recordings/*/*.demo; do
    "$examples/sessions" "$file" | sed -E 's/^ *([0-9.]+) s to +([0-9.]+) s  client +([0-9]+)  .*(, to the end) of.*/\1 \2 \3\4/
        s/^ *([0-9.]+) s to +([0-9.]+) s  client +([0-9]+)  .*/\1 \2 \3/' | sort >mine.txt
    "$command" players --json "$file" 2>players.txt |
        jq -r '"\(.joined_tick * 2) \(.left_tick * 2) \(.cid)\(if .left == "no" then ", to the end" else "" end)"' |
        awk '{ printf "%.2f %.2f", $1 / 100, $2 / 100; sub(/^[0-9]+ [0-9]+/, ""); print }' | sort |
        cmp - mine.txt || wrong "sessions: not those of the command: $file"
done
"$examples/sessions" "$source/tests/recordings/dm1/client0.demo" | grep -c ', to the end' | grep -qx 4 ||
    wrong 'sessions: does not say who is still there'

# Facts are what chat shows, but for who came and went.
"$examples/facts" "$demo" chat | sed 's/.* cid=\([0-9]*\) .* text=/\1 /' >mine.txt
"$command" chat --json "$demo" | jq -r 'select(.kind == "chat") | "\(.cid) \(.text)"' | cmp - mine.txt ||
    wrong 'facts: not the chat of the demo'
"$examples/facts" "$recording" name | sed 's/^\([0-9]*\) name cid=\([0-9]*\) player=.* name=\(.*\) source=.*/\1 \2 \3/' >mine.txt
"$command" chat --json "$recording" 2>chat.txt | jq -r 'select(.kind == "name") | "\(.tick) \(.cid) \(.name)"' |
    cmp - mine.txt || wrong 'facts: not the names of the recording'

"$examples/keys" "$recording" | sed 1d | sort >mine.txt
"$command" inputs --json "$recording" | jq -r '.cid as $cid | .pressed[] | "\($cid)  \(.)"' | sort | uniq -c |
    awk '{ print $2 "  " $3 "  " $1 }' | sort | cmp - mine.txt || wrong 'keys: not what the command counts'
[ "$(wc -l <mine.txt)" -gt 10 ] || wrong 'keys: nobody presses anything'

"$examples/filter_recording" "$recording" mine.teehistorian
"$command" verify -q --strict mine.teehistorian >verify.txt || wrong 'filter: it is damaged'
"$command" dump "$recording" | grep -v ' console_command ' >its.txt
"$command" dump mine.teehistorian | cmp - its.txt || wrong 'filter: something else is missing'

"$examples/edit_object" Flag '{"x":320,"y":640,"team":7}' >mine.txt
grep -q '^team is 7, and goes from 0 to 1$' mine.txt || wrong 'edit_object: takes any team'
grep -q '"team":1,"team_name":"blue"' mine.txt || wrong 'edit_object: does not repair the team'

"$examples/read_json" "$recording" >mine.txt
tail -c +17 "$recording" | tr '\0' '\n' | head -n 1 |
    jq -r 'paths(type != "object" and type != "array") as $way |
        "\($way | map(tostring) | join(".")) = \(getpath($way))"' >its.txt
cmp mine.txt its.txt || wrong 'json: not what jq says'

"$examples/pack_message" "$(printf ' \tone\ntwo')" >mine.txt
id=$(echo message@example.org | "$command" codec uuid)
printf '%s: client -1, nameless tee: one two\n' "$id" >its.txt
head -n 1 mine.txt | cmp - its.txt || wrong 'pack_message: not what was packed'

echo 'no recording' >text.txt
for program in joins facts fields draw_moment player_at sessions characters finishes to_demo record make_demo write_index; do
    refused 2 "^usage: $program " $program
done
for program in joins facts fields sessions characters; do
    refused 1 '^missing: No such file' $program missing
    refused 1 '^text.txt: .' $program text.txt
done
refused 1 '^missing: No such file' draw_moment missing 1 0
refused 1 '^text.txt: .' draw_moment text.txt 1 0
refused 1 'ends before tick 999999' draw_moment "$demo" 999999 0
refused 2 '^usage: facts ' facts "$demo" finsh
refused 1 '^missing: No such file' player_at missing bob
refused 1 '^text.txt: .' player_at text.txt bob
refused 1 'nobody is called bob' player_at "$demo" bob
refused 1 '^missing: No such file' to_demo missing new.demo
refused 1 '^text.txt: .' to_demo text.txt new.demo
[ ! -e new.demo ] || wrong 'to_demo: leaves a demo without anything in it'
for program in record make_demo; do
    refused 1 '^text.txt: exists' $program text.txt
    echo 'no recording' | cmp - text.txt || wrong "$program: replaces a file"
done

exit "$bad"
