#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: cut.sh COMMAND SOURCE_DIR
#
# teetape cut: what it writes, what it refuses, and that nothing is left of what fails. That a cut is right record by
# record is shown by tests/test_teehistorian_cut_state.c.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
dm1=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian

# finished FILE: a strict reader takes it, and it ends as it should.
finished() {
    good "$1"
    grep -q 'no FINISH' verified && wrong "$1 has no FINISH"
}

# refused PART WORD...: wrong usage, with this in the message, and no file.
refused() {
    refused_part=$1
    shift
    feed 2 cut "$@"
    grep -q -- "$refused_part" err || wrong "cut $*: '$refused_part' is not said: $(cat err)"
    [ ! -e none ] || { wrong "cut $*: there is a file" && rm -f none; }
}

# events FILE FROM [OPTION...]: what dump says of it from a tick on.
events() {
    events_file=$1 events_from=$2
    shift 2
    "$teetape" dump --json --from "$events_from" "$@" "$events_file" | grep -v '"kind":"\(tick_skip\|finish\)"'
}

# A span: the same events as in the original, and the state before them.
run 0 cut "$dm1" --from 0:30 --to 0:40 -o part
[ "$(cat out)" = 'part: 0:00:30.00 to 0:00:40.00 (ticks 1500 to 2000), 4 players, 9603 bytes' ] || wrong "says: $(cat out)"
[ ! -s err ] || wrong "a good cut says something on stderr: $(cat err)"
finished part
events part 1500 >have
events "$dm1" 1500 --to 2000 >want
same want have 'the events of a cut'
"$teetape" dump --kind tick_skip,join,player_new,input_new --to 1500 part >have
[ "$(wc -l <have)" -eq 13 ] || wrong 'the state at the beginning of the cut'
"$teetape" info part >have
grep -q 'cut of  *31940c05-6b04-4f9d-ba6b-b77b7f30e2c0' have || wrong 'info does not say of what it is cut'
# A span beyond the end: what is there is said, not what was asked for.
run 0 cut "$dm1" --from 3000 --to 9000 -o beyond
says out '(ticks 3000 to 4093)'
run 0 cut "$dm1" --from 3000 --to 9000 -o beyond --force --json
is to 4093 && is ticks 1093
run 0 cut "$dm1" --from 0:30 --to 0:40 -o part2 --json
[ "$(cat out)" = '{"output":"part2","from":1500,"to":2000,"ticks":500,"bytes":9603,"events":1134,"players":4,"left_out":0,"game_uuid":"a8a21dc1-1eda-3a72-ab03-308f8e43fda4","cut_of":"31940c05-6b04-4f9d-ba6b-b77b7f30e2c0"}' ] ||
    wrong "--json: $(cat out)"
same part part2 'the same cut twice'

# Through a pipe in both directions, and a cut of a cut.
feed 0 cut - --from 1500 --to 2000 -o - <"$dm1"
same part out 'a cut through pipes'
run 0 cut "$dm1" --from 1000 --to 3000 -o wide
run 0 cut wide --from 1500 --to 2000 -o part2 --force -q
same part part2 'the cut of a cut'
[ ! -s out ] || wrong "--quiet says something: $(cat out)"

# To the end, from after the end.
run 0 cut "$dm1" --from 4000 -o tail
finished tail
events tail 4000 >have
events "$dm1" 4000 >want
same want have 'a cut to the end'
run 0 cut "$dm1" -o whole
finished whole

# Compressed by the name.
for ending in xz zst gz; do
    has_codec $ending || continue
    run 0 cut "$dm1" --from 1500 --to 2000 -o "part.$ending"
    [ "$(od -An -N2 -tx1 "part.$ending")" != "$(od -An -N2 -tx1 part)" ] || wrong "part.$ending is not compressed"
    "$teetape" dump --json "part.$ending" >have
    "$teetape" dump --json part >want
    same want have "part.$ending"
done

# What exists remains, and nothing is left beside it.
echo mine >none
run 2 cut "$dm1" -o none
grep -q -- '--force' err && [ "$(cat none)" = mine ] || wrong 'an output that exists'
run 0 cut "$dm1" --from 1500 --to 2000 -o none --force
same part none '--force'
rm none
cp "$dm1" copy
run 2 cut copy -o copy --force
grep -q 'the recording itself' err || wrong 'the recording as its own output'
same "$dm1" copy 'the recording after that'
run 3 cut "$dm1" -o no/such/folder/none
run 3 cut no-such-file -o none
mkdir folder
run 2 cut "$dm1" -o folder
[ -z "$(find . -name '.teetape*')" ] || wrong 'a temporary file is left'

refused 'no output is given' "$dm1"
mkdir folder2
run 2 cut folder2 -o none
grep -q 'folder2: is a folder; cut takes one file$' err || wrong "cut of a folder: $(cat err)"
refused 'one file' "$dm1" "$dm1" -o none
refused '=PLAYER' --finish nameless "$dm1" -o none
refused 'go with --finish or --around-chat' "$dm1" --before 3 -o none
refused 'go with --finish or --around-chat' "$dm1" --match 2 -o none
refused 'go together' "$dm1" --player 1 --team 2 -o none
refused 'number of a team' "$dm1" --team 129 -o none
refused 'number of a team' "$dm1" --team x -o none
refused 'take seconds' "$dm1" --finish --after x -o none
refused 'takes seconds' "$dm1" --split 0 -o none
refused 'several files' "$dm1" --split 10 -o -
refused 'stdout' "$dm1" --json -o -
refused 'is empty' "$dm1" --from 100 --to 100 -o none
refused 'two passes' - --player player0 -o none <"$dm1"
refused "no player has the name 'nobody'" "$dm1" --player nobody -o none
refused 'in this span' "$dm1" --player 100 -o none
refused 'in this time' "$dm1" --player player0 --to 100 -o none
refused 'before DDNet 18.3' "$dm1" --finish -o none

# A span that has nothing of the recording: it is said, and nothing is written. The last tick is in it.
last=$("$teetape" info --json "$dm1" | sed 's/.*"last_tick":\([0-9]*\).*/\1/')
first=$("$teetape" info --json "$dm1" | sed 's/.*"first_tick":\([0-9]*\).*/\1/')
"$teetape" index --index-dir indexes -q "$dm1"
for index in --no-index "--index-dir=indexes"; do
    for span in '--from 9:00:00' "--from $((last + 1))" "--from $((last + 1)) --to 9:00:00" "--to $first" \
        "--from $((first - 10)) --to $first" '--from 1:00:00 --split 10'; do
        # shellcheck disable=SC2086
        run 2 cut $index "$dm1" $span -o none
        says err 'the recording has nothing in this time: it '
        [ "$(ls none* 2>/dev/null)" = '' ] || wrong "$span wrote $(ls none*)"
    done
    run 0 cut $index "$dm1" --from "$last" -o late --force
    finished late
    run 0 cut $index "$dm1" --to $((first + 1)) -o late --force
    finished late
done
run 0 cut "$dm1" --from 1:00 -o late --force
[ ! -s err ] || wrong "a cut before the end says: $(cat err)"

# A damaged recording: what is readable, and 1.
head -c 20001 "$dm1" >damaged
run 1 cut damaged --from 500 -o rest
finished rest
events rest 500 >have
events damaged 500 >want 2>/dev/null
same want have 'what is readable of a damaged recording'
run 0 cut damaged --from 500 --to 800 -o rest --force
head -c 100 "$dm1" >headless
run 1 cut headless -o none
[ ! -e none ] || wrong 'a cut of half a header'

# One player: no other client id, and all there is of him.
run 0 cut "$dm1" --player player1 --from 1000 --to 3000 -o one
finished one
"$teetape" dump --json one | grep '"cid"' | grep -v '"cid":1[,}]' && wrong '--player has others'
events one 1000 >have
events "$dm1" 1000 --to 3000 --player player1 >want
same want have 'the events of a player'
feed 0 cut - --player 1 --from 1000 --to 3000 -o - <"$dm1"
events out 1000 | same - want 'a client id on stdin'
# A team: players 1 and 2 are in team 3.
run 0 cut "$dm1" --team 3 --from 1500 --to 2000 -o team
finished team
[ "$("$teetape" players --json team | sed 's/.*"cid":\([0-9]*\),.*/\1/' | tr '\n' ' ')" = '1 2 ' ] || wrong '--team 3'
[ "$("$teetape" players --json team | wc -l)" -eq 2 ] || wrong 'the players of a team'

# Pieces that follow each other hold everything.
run 0 cut "$tutorial" --split 3:00 -o day.teehistorian.gz
[ "$(wc -l <out)" -eq 5 ] || wrong "five pieces: $(cat out)"
: >have
from=0
for number in 1 2 3 4 5; do
    finished "day.00$number.teehistorian.gz"
    events "day.00$number.teehistorian.gz" $from >>have
    from=$((from + 9000))
done
events "$tutorial" 0 >want
same want have 'the pieces together'
run 0 cut "$tutorial" --from 9000 --to 18000 -o second
"$teetape" dump --json day.002.teehistorian.gz >have
"$teetape" dump --json second >want
same want have 'the second piece and the same span'
run 2 cut "$tutorial" --split 3:00 -o day.teehistorian.gz
# A cut that ends in a silence has its last tick, and can be cut again, also inside of the silence.
run 0 cut "$tutorial" --from 1400 --to 3000 -o silent
"$teetape" info silent | grep -q ', ticks 1399 to 2999$' || wrong 'the ticks of a cut that ends in a silence'
"$teetape" players silent | grep -q ' 0:00:31.62 ' || wrong 'the time alive in a silence'
run 0 cut silent --from 2000 --to 2900 -o again
run 0 cut "$tutorial" --from 2000 --to 2900 -o direct
same again direct 'a cut in a silence of a cut'
run 0 cut "$dm1" --player 1 --from 500 --to 690 -o visitor
"$teetape" info visitor | grep -q ', ticks 499 to 689$' || wrong 'the ticks of a cut of a player who comes and goes in it'
# A piece in which nothing happens is not there, but counts; a name without an ending has the number at its end.
{ header 2 '' && int -8 3 -2 49 -8 4 -2 499 -9 3 && text bye && int -1; } >gap
mkdir a.b
run 0 cut gap --split 1 -o ./a.b/gap
[ "$(ls a.b | tr '\n' ' ')" = 'gap.001 gap.002 gap.012 ' ] || wrong "the pieces of a gap: $(ls a.b | tr '\n' ' ')"

# Finishes: of 3 "fast" at tick 500 after 100 ticks and at 2000 after 200, of 4 "slow" at 1500 after 1000, and that of
# team 7 at 2500 after 300.
finish() { # CID TICKS
    int "$1" "$2" | ex 68943c01-2348-3e01-9490-3f27f8269d94
}
{
    header 2 ',"version_minor":"22"'
    int -2 9 -8 3 && start_info fast A | message 3
    { int 3 && text fast; } | ex d016f9b9-4151-3b87-87e5-3a6087eb5f26
    int -8 4 && start_info slow B | message 4
    { int 4 && text slow; } | ex d016f9b9-4151-3b87-87e5-3a6087eb5f26
    int 3 7 | ex a111c04e-1ea8-38e0-90b1-d7f993ca0da9 && int 4 7 | ex a111c04e-1ea8-38e0-90b1-d7f993ca0da9
    int -2 489 && finish 3 100
    int -2 999 && finish 4 1000
    int -2 499 && finish 3 200
    int -2 499 && int 7 300 | ex 9588b9af-3fdc-3760-8043-82deeee317a5
    finish 3 300 && finish 4 300
    int -2 999 -9 3 && text bye && int -1
} >runs
span() { # FROM TO WORD...: that is what is cut
    span_want="$1 $2"
    shift 2
    run 0 cut runs --json --force -o run "$@"
    span_have=$(sed 's/.*"from":\([0-9]*\),"to":\([0-9a-z]*\),.*/\1 \2/' out)
    [ "$span_have" = "$span_want" ] || wrong "cut $*: from and to are $span_have, not $span_want"
    finished run
}
span 250 1651 --finish=slow --to 2000
span 250 1651 --finish=4 --match 1
span 150 651 --finish=fast --match 1
span 400 501 --finish --match 1 --before 0 --after 0
span 350 1001 --finish=fast --match 1 --before 1 --after 0:10
span 1550 2151 --finish --from 1800 --to 2200
span 1950 2651 --finish --from 2400
span 1950 2651 --finish --team 7
span 0 651 --finish --to 1000 --before 1:00:00
span 1550 2151 --finish --player fast --match 2
[ "$("$teetape" players --json run | wc -l)" -eq 1 ] || wrong '--finish --player has others'
# an old name
span 1550 2151 --finish --player fast --finish-number 2
says err 'teetape: note: --finish-number ends with this release: write --match'
"$teetape" cut -q runs --finish=fast --finish-number=1 -o old 2>err
[ ! -s err ] || wrong "--quiet: $(cat err)"
run 2 cut runs --finish=fast -o none
[ "$(grep -c 'finish [123]: at' err)" -eq 3 ] && grep -q -- '--match' err || wrong "several finishes: $(cat err)"
run 2 cut runs --finish --match 9 -o none
refused "there is no finish of 'fast' before 400" runs --finish=fast --to 400 -o none
refused 'two passes' - --finish -o none <runs

# With an index it is all the same.
cp "$tutorial" indexed
"$teetape" index -q indexed runs || wrong 'no index'
for words in '--from 5:00 --to 6:00' '--from 12:00' '--from 5:00 --to 6:00 --player bob' '--from 10:00 --player bobdummy' \
    '--from 5:00 --team 0' '--from 1:00 --split 4:00 --to 9:00'; do
    rm -f by-index* by-reading*
    # shellcheck disable=SC2086
    run 0 cut indexed $words -o by-index
    # shellcheck disable=SC2086
    run 0 cut indexed $words --no-index -o by-reading
    cat by-index* >have && cat by-reading* >want
    cmp -s have want || wrong "an index changes cut $words"
done
span 1950 2651 --finish --team 7
span 1550 2151 --finish --player fast --match 2
run 2 cut runs --finish=fast -o none
cp err want
run 2 cut runs --finish=fast -o none --no-index
same err want 'the list of finishes with an index (>) and without (<)'

# The last input and the tee of somebody who is gone are reported, but he is no player.
{
    header 2 ''
    int -2 9 -3 5 100 200 -6 5 1 2 3 4 5 6 7 8 9 10 -9 5 && text bye
    int -2 9 -8 6 -2 9 -4 5 -1
} >gone
run 0 cut gone --from 15 -o after
finished after
"$teetape" dump after | grep -q 'input_new' || wrong 'the input of somebody who is gone'
[ "$("$teetape" players --json after | sed 's/.*"cid":\([0-9]*\),.*/\1/')" = 6 ] || wrong 'somebody who is gone is a player'
run 0 cut after --json -o again --force
grep -q '"players":1,' out || wrong "a cut of a cut counts somebody who is gone: $(cat out)"
"$teetape" info --json after | grep -q '"players":1,' || wrong 'info counts somebody who is gone'
"$teetape" index -q after && "$teetape" players --json after | grep -c . >have
[ "$(cat have)" = 1 ] || wrong 'with an index, somebody who is gone is a player'
"$teetape" index --json after | grep -q "\"players\":1,\"facts\":{.*\"join\":1,\"leave\":0," || wrong "the index counts somebody who is gone: $("$teetape" index --json after)"
"$teetape" verify -q after || wrong 'the index of a cut is not what verify expects'
if "$teetape" --version | grep -qi sqlite; then
    "$teetape" find -q --db gone.db --kind join,leave --json after >have
    [ "$(wc -l <have)" -eq 1 ] && grep -q '"cid":6' have || wrong "find has marks of somebody who is gone: $(cat have)"
fi
rm -f after.ttidx

# The disk is full, or the reader of the pipe leaves.
if [ -w /dev/full ]; then
    "$teetape" cut "$dm1" -o - >/dev/full 2>err
    [ $? -eq 3 ] || wrong 'a full disk is no failure of the system'
fi
"$teetape" cut "$tutorial" -o - 2>err | head -c 10 >out
[ ! -s err ] || wrong "a reader that leaves: $(cat err)"
exit $bad
