#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: last_tick.sh COMMAND SOURCE_DIR
#
# 2147483647 is the last tick that a recording can have. What happens there is in every span that has no end or ends after
# it, in no other one, with an index and without.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
last=2147483647
playername=d016f9b9-4151-3b87-87e5-3a6087eb5f26
finish=68943c01-2348-3e01-9490-3f27f8269d94
ready=638587c9-3f75-3887-918e-a3c2614ffaa0

# Somebody from 2147483640 on, who finishes and leaves in the last tick, in which somebody else comes. FILLER records
# before make an index have several places.
recording() { # FILLER
    header 2 ",\"version_minor\":\"19\",\"start_time\":\"2026-11-21 08:00:00 +0000\",\"uuids\":[\"$playername\",\"$ready\",\"$finish\"]"
    [ "$1" -eq 0 ] || command_record -1 4 filler "$(head -c 60000 /dev/zero | tr '\0' x)" >filler
    recording_left=$1
    while [ "$recording_left" -gt 0 ]; do
        int -2 0
        cat filler
        recording_left=$((recording_left - 1))
    done
    int -2 $((2147483639 - $1)) -8 0
    start_info late '' | message 0
    int 0 | ex $ready
    int -3 0 32 32 -6 0 1 0 0 0 0 0 0 0 0 0
    int -2 4 0 1 1 0 1 1
    int 0 1 1 # the last tick
    int 0 500 | ex $finish
    int -8 1
    start_info latest '' | message 1
    int 1 | ex $ready
    int -3 1 64 64 -6 1 1 0 0 0 0 0 0 0 0 0
    command_record 1 1 r
    int -9 0
    text bye
    int -1
}
recording 0 >plain.teehistorian
recording 40 >several.teehistorian
good plain.teehistorian
good several.teehistorian
cp several.teehistorian indexed.teehistorian
run 0 index indexed.teehistorian
grep -q ' [1-9][0-9]* places' out || wrong "the index has no several places: $(cat out)"

"$teetape" dump --json plain.teehistorian | grep -c "\"tick\":$last," >count
[ "$(cat count)" -eq 10 ] || wrong "dump has $(cat count) records of the last tick in place of 10"
for file in plain several indexed; do
    file=$file.teehistorian
    run 0 dump --json $file
    grep "\"tick\":$last," out >in-last
    grep -v "\"tick\":$last," out >before
    [ "$(wc -l <in-last)" -eq 10 ] && [ "$(tail -n 1 out | grep -c '"kind":"finish"')" -eq 1 ] || wrong "dump $file"
    # spans that hold the last tick, and spans that end before it
    for span in "--to 2147483648" "--to 9999999999" "--to 999999999:00:00" "--from 0" "--from 0 --to 2147483648" '--to 9999-12-31T00:00'; do
        # shellcheck disable=SC2086
        "$teetape" dump --json $span $file >have
        same out have "dump $span $file"
    done
    run 0 dump --json --to $last $file
    same before out "dump --to $last $file"
    for span in "--from $last" "--from $last --to 2147483648" '--from 11930:27:52.94' '--from 2028-04-01T10:27:52.94'; do
        # shellcheck disable=SC2086
        "$teetape" dump --json $span $file >have
        same in-last have "dump $span $file"
    done
    run 0 dump --json --from $last --player latest $file
    [ "$(wc -l <out)" -eq 6 ] || wrong "dump --player latest $file: $(cat out)"
    run 0 dump --json --from 2147483648 $file
    silent out

    run 0 players --json $file
    [ "$(wc -l <out)" -eq 2 ] && [ "$(grep -c "\"left_tick\":$last" out)" -eq 2 ] || wrong "players $file: $(cat out)"
    cp out want
    for span in "--from $last" "--to 2147483648"; do
        # shellcheck disable=SC2086
        run 0 players --json $span $file
        [ "$(wc -l <out)" -eq 2 ] || wrong "players $span $file: $(cat out)"
    done
    run 0 players --json --to $last $file
    [ "$(wc -l <out)" -eq 1 ] && says out '"left_tick":2147483646,"left":"no"'

    run 0 chat --json $file
    grep "\"tick\":$last" out >said
    [ "$(wc -l <said)" -ge 4 ] && says said '"kind":"leave"' && says said '"name":"latest"'
    run 0 chat --json --from $last $file
    same said out "chat --from $last $file"
    run 0 chat --json --to $last $file
    grep -q "$last" out && wrong "chat --to $last $file has what is in that tick"

    # cuts hold what dump shows, whatever made them
    for span in '' "--to 2147483648" "--from $last" "--from 2147483640" "--player late" "--finish --before 1" "--split 999:00:00"; do
        rm -f part*
        # shellcheck disable=SC2086
        run 0 cut --json $span -o part.teehistorian $file
        cut=$(find . -name 'part*.teehistorian' | LC_ALL=C sort | tail -n 1)
        good "$cut"
        "$teetape" dump --json --from $last "$cut" | grep -v '"kind":"finish"' >have
        if [ "$span" = '--player late' ]; then
            says have '"kind":"player_finish"' && says have '"kind":"drop"'
        else
            grep -v '"kind":"finish"' in-last | same - have "cut $span $file"
        fi
    done
    run 0 cut --json --to $last --force -o part.teehistorian $file
    says out "\"to\":$last,"
    [ "$("$teetape" dump --json part.teehistorian | grep -c '"tick":2147483646')" -ge 1 ] || wrong "cut --to $last $file"
    "$teetape" dump --json --from $last part.teehistorian | grep -v '"kind":"finish"' | grep . && wrong "cut --to $last $file has the last tick"
    run 0 cut --from $last -o shown.teehistorian --force $file
    says out '(ticks 2147483647 to 2147483648)'

    # other copies
    run 0 repair -q --force -o copy.teehistorian $file
    same $file copy.teehistorian
    run 0 anonymize -q --force -o copy.teehistorian $file
    [ "$("$teetape" dump --json copy.teehistorian | grep -c "\"tick\":$last,")" -eq 10 ] || wrong "anonymize $file"
    run 0 info --json $file
    is last_tick $last
    is players 2
    run 0 verify --json $file
    is last_tick $last

    # demos end before: what cannot be in one is said
    run 2 demo --no-map --from 2147483640 -o late.demo $file
    says err 'the ticks are too large for a demo'
    run 0 demo --no-map --split player,finish -o demos $file
    [ ! -e demos ] || [ -z "$(ls demos)" ] || wrong "demos of $file"
done
"$teetape" dump --json --no-index indexed.teehistorian >want
"$teetape" dump --json indexed.teehistorian | same want - '--no-index'

if "$teetape" --version | grep -qi 'sqlite *[0-9]'; then
    run 0 find -q --db db --json --kind finish,join,leave .
    [ "$(grep -c "plain.*\"tick\":$last" out)" -eq 3 ] || wrong "find: $(grep plain out)"
fi
exit $bad
