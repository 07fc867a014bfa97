#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: selection.sh COMMAND SOURCE_DIR
#
# What --from, --to, --player and --kind select; every form of a place that the commands print is taken back.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
dm1=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
short=$tree/tests/recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian

# dump FILE OPTION...
dump() {
    dump_file=$1
    shift
    "$teetape" dump --json "$@" "$dump_file" || wrong "dump $* $dump_file: status $?"
}

refused() { # WORD...
    "$teetape" "$@" >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] && grep -q '^teetape: ' err || wrong "teetape $* is not refused as wrong usage"
}

# Every place that a line of dump shows (tick, game time, clock) is where that tick begins.
"$teetape" dump --wall --kind tick_skip "$short" >lines
dump "$short" >all
while read -r time tick clock rest; do
    sed "/\"tick\":$tick,/,\$!d" all >want
    for place in "$tick" "$time" "$clock" "${clock%+0000}" "$(echo "$clock" | tr T ' ')" "${clock%+0000}Z"; do
        dump "$short" --from "$place" >have
        same want have "--from '$place' (>) is not tick $tick (<)"
        dump "$short" --to "$place" >have
        sed "/\"tick\":$tick,/,\$d" all >before
        same before have "--to '$place' (>) does not end before tick $tick (<)"
    done
done <lines
[ "$(wc -l <lines)" -eq 5 ] || wrong 'there are not five lines with places'

# The other forms that the commands print or that people write; all of them are tick 1500.
dump "$dm1" --from 1500 >want
for place in 0:30 0:30.0 0:30.00 0:29.981 00:30 0:00:30 0:00:30.00 000:00:30 2026-11-21T08:05:13 2026-11-21T08:05:13Z \
    2026-11-21T08:05:13+0000 2026-11-21T08:05:13.00+00:00 2026-11-21T09:05:13+0100 2026-11-21T01:05:13-0700 \
    '2026-11-21 08:05:13' '2026-11-21 08:05:13 +0000' 2026-11-21T08:05:12.99; do
    dump "$dm1" --from "$place" >have
    same want have "--from '$place' (>) is not tick 1500 (<)"
done
# From the header and from `players`.
start=$("$teetape" info "$dm1" | sed -n 's/^  started  *//p')
dump "$dm1" --from "$start" >have
dump "$dm1" >want
same want have "--from '$start', the start time that info prints"
dump "$dm1" --from 2026-11-21 >have
same want have '--from 2026-11-21, the day on which the recording began'
left=$("$teetape" players --json --player player1 "$dm1" | sed 's/.*"left_time":"\([^"]*\)".*/\1/')
dump "$dm1" --from "$left" --player player1 >have
[ "$(wc -l <have)" -eq 1 ] && grep -q '"kind":"drop"' have || wrong "--from '$left' is not the tick in which player1 left"
# [A, B): an empty span, and one before and after everything.
for span in '100 100' '200 100' '0 150' '0:59:59 1:00:00' '4093 5000' '2020-01-01T00:00 2021-01-01T00:00' \
    '2030-01-01T00:00 2031-01-01T00:00'; do
    # shellcheck disable=SC2086
    set -- $span
    dump "$dm1" --from "$1" --to "$2" >have
    [ ! -s have ] || wrong "the span $span of dm1 is not empty"
done
dump "$dm1" --from 4092 --to 4093 >have
[ "$(wc -l <have)" -eq 3 ] || wrong 'the last tick of dm1 has not three events'
for place in '' x -1 1500x 0:60 0:1:60 1:60:00 : 0: 0:1:2:3 1. 0:30. 2026-13-01T00:00 2026-02-30T00:00 \
    2026-11-21T24:00 2026-11-21T08:05:13+1 2026-11-21T08:05:13+01000 ' 1500' '1500 ' 99999999999; do
    refused dump --from "$place" "$dm1"
    refused players --to "$place" "$dm1"
done

# A recording of version 1 writes its start in another way, and one without it has no clock.
{ header 1 ',"start_time":"2018-01-06 20:14:00 +0100"' && int -2 49 -8 3 -2 0 -9 3 && text x && int -1; } >v1
start=$("$teetape" info v1 | sed -n 's/^  started  *//p')
[ "$start" = '2018-01-06 20:14:00 +0100' ] || wrong "info shows the start '$start' for a version 1 file"
dump v1 >want
dump v1 --from "$start" >have
same want have "--from '$start'"
dump v1 --from '2018-01-06T19:14:01.02Z' >have
[ "$(sed -n 1p have)" = '{"tick":51,"kind":"tick_skip","dt":0}' ] || wrong 'the clock of a version 1 file is wrong'
"$teetape" dump --wall v1 | grep -q '2018-01-06T20:14:01.00+0100' || wrong '--wall does not keep the zone of the header'
# With --json it is a key, of the same objects.
for command in dump chat inputs 'dump --kind message'; do
    # shellcheck disable=SC2086
    "$teetape" $command --json -q "$dm1" >without
    # shellcheck disable=SC2086
    "$teetape" $command --json -q --wall "$dm1" >with
    sed 's/,"time":"2026-11-21T08:0[4-6]:[0-9][0-9]\.[0-9][0-9]+0000"//' with | same without - "$command --json --wall without time"
    [ "$(grep -c '^{"tick":[0-9]*,"time":"' with)" -eq "$(grep -c . without)" ] || wrong "$command --json --wall: an object has no time"
done
"$teetape" dump --json --wall --from 1500 --to 1501 "$dm1" | sed -n 1p >have
grep -q '^{"tick":1500,"time":"2026-11-21T08:05:13.00+0000",' have || wrong "the time of tick 1500: $(cat have)"
"$teetape" dump --json --wall --items --from 875 --to 900 "$recordings/dm1/client0.demo" >have
[ -s have ] && ! grep -qv '^{"tick":8[0-9]*,"time":"2026-11-21T08:05:0[01]\.[0-9][0-9]","kind":"' have || wrong 'items of a demo have no time'
# A pattern of names, and -i.
dump "$dm1" --player player1 >want
for words in '*er1' '?layer1' 'play**1' '-i PLAYER1' '-i *LAYER1' 'name:*r1'; do
    set -f
    # shellcheck disable=SC2046
    dump "$dm1" $(case $words in -i*) echo -i ;; esac) --player "${words#-i }" >have
    set +f
    same want have "--player $words"
done
"$teetape" players --player 'player*' "$dm1" >want
"$teetape" players --player '*yer?' - <"$dm1" | same want - 'a pattern on stdin'
"$teetape" players --player 'x*' "$dm1" 2>err | grep . && wrong 'a pattern that fits nobody finds somebody'
grep -q "no player has a name that fits 'x\*'" err || wrong "a pattern that fits nobody: $(cat err)"
"$teetape" cut -q -i --player '*ER1' -o part "$dm1" && "$teetape" players --json part | sed 's/.*"names":\[\([^]]*\)\].*/\1/' >have
echo '"player1"' | same - have 'cut --player with a pattern'
{
    header 2 ''
    for cid in 0 1; do int -2 9 -8 $cid && start_info "$([ $cid = 0 ] && echo 'a*b' || echo 'axb')" '' | message $cid; done
    int -2 9 -1
} >stars
[ "$("$teetape" players --json --player 'a*b' stars | grep -c .)" -eq 2 ] || wrong "the pattern a*b: $("$teetape" players stars)"
[ "$("$teetape" players --json --player 'a\*b' stars | grep -c '"a\*b"')" -eq 1 ] || wrong 'the name a*b'

# --utc and --local print it in another zone, and read a date without a zone in it.
export TZ=CET-1CEST,M3.5.0,M10.5.0/3
for words in '--utc 2018-01-06T19:14:01 19:14:01.00+0000' '--utc 2018-01-06T20:14:01+0100 19:14:01.00+0000' \
    '--utc @19:14:01 19:14:01.00+0000' '--local 2018-01-06T20:14:01 20:14:01.00+0100' '--wall @20:14:01 20:14:01.00+0100'; do
    # shellcheck disable=SC2086
    set -- $words
    [ "$("$teetape" dump "$1" --from "$2" v1 | sed -n '1s/.* \(2018[^ ]*\).*/\1/p')" = "2018-01-06T$3" ] ||
        wrong "dump $1 --from $2: $("$teetape" dump "$1" --from "$2" v1)"
done
# A length ends a span so long after its begin, in a demo without --from after the first tick.
# same_span WORDS WANT: both are the same part of both recordings.
same_span() {
    for file in "$dm1" "$recordings/dm1/client0.demo"; do
        # shellcheck disable=SC2086
        "$teetape" dump -q --json $2 "$file" >want && "$teetape" dump -q --json $1 "$file" >have && [ -s have ] ||
            wrong "dump $1 of $file"
        cmp -s want have || wrong "dump $1 of $file is not $2"
    done
}
same_span '--from 1500 --to +10' '--from 1500 --to 2000'
same_span '--from 0:30 --to +0:10.5' '--from 0:30 --to 0:40.5'
same_span '--to +5' '--to 0:05'
refused dump --from +10 "$dm1"
# Times in the wrong order are wrong whenever the recording begins.
"$teetape" dump --from @8:06 --to @8:05 "$dm1" 2>err && [ "$(cat err)" = "teetape: $dm1: note: there is nothing from @8:06 to @8:05" ] ||
    wrong "times in the wrong order: $(cat err)"
for command in dump chat inputs; do
    "$teetape" $command --json -q --wall "$dm1" >want
    "$teetape" $command --json -q --utc "$dm1" | same want - "$command --utc of a recording in UTC"
    "$teetape" $command --json -q --local "$dm1" | sed 's/"time":"2026-11-21T09:\([^"]*\)+0100"/"time":"2026-11-21T08:\1+0000"/' |
        same want - "$command --local"
done
"$teetape" players --json --wall "$dm1" >want
"$teetape" players --json --local "$dm1" | sed 's/_time":"2026-11-21T09:\([^"]*\)+0100"/_time":"2026-11-21T08:\1+0000"/g' | same want - 'players --local'
"$teetape" dump --json --wall "$recordings/dm1/client0.demo" >want
"$teetape" dump --json --local "$recordings/dm1/client0.demo" | same want - 'dump --local of a demo'
refused chat --utc --local "$dm1"
grep -q 'give one of them' err || wrong "--utc --local: $(cat err)"
unset TZ
{ header 2 '' && int -2 49 -1; } >no-start
refused dump --from 2018-01-06T20:14:00 no-start
grep -q 'no-start: the header has no start time' err || wrong 'nothing is said about a missing start time'
"$teetape" dump --wall no-start | grep -q '^ 0:00:01.00       50  finish$' || wrong '--wall without a start time'

# A player: by client id, by the name before and the one after a rename, whole remains.
dump "$dm1" --player 0 >by-cid
for name in player0 renamed0 name:player0 name:renamed0; do
    dump "$dm1" --player "$name" >have
    same by-cid have "--player 0 (<) and --player $name (>)"
done
[ "$(sed -n '1s/,"cid.*//p' by-cid)" = '{"tick":387,"kind":"joinver6"' ] || wrong 'the session of player0 begins too late'
grep -v '"cid":0[,}]' by-cid && wrong '--player 0 has events of others'
dump "$dm1" | grep '"cid":0[,}]' | same - by-cid '--player 0 (>) and all events with its client id (<)'
# Two sessions in one slot; one of them left out with its span.
dump "$tutorial" --player bobdummy --kind join,drop >have
[ "$(sed 's/,"kind.*//; s/.*://' have | tr '\n' ' ')" = '14384 18043 19043 39994 ' ] || wrong 'the two sessions of bobdummy'
dump "$tutorial" --player bobdummy --kind join,drop --from 15000 --to 19044 >have
[ "$(sed 's/,"kind.*//; s/.*://' have | tr '\n' ' ')" = '18043 19043 ' ] || wrong 'a span of the sessions of bobdummy'
# Stdin is read once: from the record that names him.
"$teetape" dump --json --player renamed0 - <"$dm1" >have
[ "$(sed -n '1s/,"cid.*//p' have)" = '{"tick":2581,"kind":"message"' ] || wrong 'on stdin renamed0 does not begin with his name'
sed '/"tick":2581,"kind":"message"/,$!d' by-cid | same - have 'on stdin renamed0 is somebody else'
"$teetape" dump --json --player player0 - <"$dm1" >have
sed '/"tick":413,"kind":"message"/,$!d' by-cid | same - have 'on stdin player0 is not followed through his rename'
"$teetape" players --json --player renamed0 - <"$dm1" >have
"$teetape" players --json --player 0 "$dm1" | same - have 'players on stdin does not find renamed0'
# Nobody: that is no error.
for player in nobody PLAYER0 player 5 127; do
    [ -z "$(dump "$dm1" --player "$player")" ] || wrong "--player $player finds somebody"
done
# and it is said, with the name that was maybe meant: one letter or capitals differ
for command in players inputs dump 'chat --json'; do
    # shellcheck disable=SC2086
    "$teetape" $command --player 99 "$dm1" 2>err
    grep -q 'note: no client had the id 99; a name of digits is name:99$' err || wrong "$command --player 99: $(cat err)"
    # shellcheck disable=SC2086
    "$teetape" $command --player 0 --from 4091 "$dm1" 2>err
    grep -q 'no client' err && wrong "$command: client 0 is not known: $(cat err)"
done
for name in RENAMED0 renamed renamed1 remamed0; do
    "$teetape" players --player $name "$dm1" 2>err
    grep -q "no player has the name '$name'; did you mean 'renamed0'?$" err || wrong "--player $name: $(cat err)"
done
for name in named0 ren x; do
    "$teetape" players --player $name "$dm1" 2>err
    grep -q "no player has the name '$name'$" err || wrong "--player $name: $(cat err)"
done
"$teetape" cut --player Dummy1 -o none "$dm1" 2>err && wrong 'a cut of nobody'
grep -q "no player has the name 'Dummy1'; did you mean 'dummy1'?$" err || wrong "cut --player Dummy1: $(cat err)"
refused dump --player '' "$dm1"
refused dump --player 128 "$dm1"
grep -q 'write name:' err || wrong 'nothing is said of names that are numbers'

# A name that is a number; two players in one slot; one who comes back in another.
{
    header 2 ''
    int -2 9 -8 3 && start_info 7 A | message 3
    int -8 7 && start_info seven B | message 7
    int -2 9 -9 3 && text bye
    int -8 3 && start_info other C | message 3
    int -2 9 -9 3 && text '' && int -8 4 && start_info 7 D | message 4
    int -2 9 -1
} >sevens
sessions_of() {
    "$teetape" players --json "$@" | sed 's/.*"session":\([0-9]*\),"cid":\([0-9]*\),.*"clan":"\(.\)".*/\1.\2\3/' | tr '\n' ' '
}
for line in '7|1.7B ' 'name:7|0.3A 3.4D ' 'name:seven|1.7B ' 'seven|1.7B ' 'other|2.3C ' '3|0.3A 2.3C ' 'name:3|'; do
    have=$(sessions_of --player "${line%|*}" sevens)
    [ "$have" = "${line#*|}" ] || wrong "--player ${line%|*} selects the sessions '$have'"
done

# --kind, alone and with the rest.
dump "$dm1" --kind join,drop,finish | sed 's/.*"kind":"\([a-z_]*\)".*/\1/' | sort | uniq -c | tr -s ' \n' ' ' >have
[ "$(cat have)" = ' 4 drop 1 finish 4 join ' ] || wrong "--kind join,drop,finish: $(cat have)"
dump "$dm1" --kind player_old --player 1 --from 0:00:40 >have
[ "$(wc -l <have)" -le 1 ] || wrong '--kind, --player and --from together'
refused dump --kind joim "$dm1"
grep -q "did you mean 'join'" err || wrong 'no hint is given for --kind joim'
# Only what was asked for is read: a cut after the span is none of its business.
head -c 20000 "$dm1" >'cut'
"$teetape" dump --json --to 900 cut >have 2>err || wrong 'damage after --to counts'
dump "$dm1" --to 900 | same - have '--to 900 of a cut file'
[ ! -s err ] || wrong 'damage after --to is reported'

# Of a demo, a span that has no tick has nothing either that is before the first tick.
for span in '--to 0' '--to 1' '--from 9 --to 9' '--from 300 --to 200'; do
    # words that are split
    # shellcheck disable=SC2086
    run 0 dump $span "$demo"
    silent out
    # shellcheck disable=SC2086
    feed 0 dump $span - <"$demo"
    silent out
done

# A slot that a swap is the first to mention: its name is not that of who was there before.
{
    header 2 ''
    int -2 9 -8 0 && start_info first A | message 0
    int -8 1 && start_info mover B | message 1
    int -9 0 && text bye
    int 1 0 | ex 5de9b633-49cf-3e99-9a25-d4a78e9717d7
    start_info second C | message 0
    int -1
} >swapped
"$teetape" chat --json swapped 2>err >have
grep -q '"name":"second","old_name":null' have || wrong "old names after a swap: $(cat have)"
exit $bad
