#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: inputs_verb.sh COMMAND SOURCE_DIR
#
# What teetape inputs says of every recording of the tree is what jq makes of the ten numbers of `dump --json`: fields,
# presses and releases, turns, and the summaries. And what it selects and refuses.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
need jq
dm1=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
short=$recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian

# One input after the other: the last one of each client id; a counter is counted step by step, and -5 is its -5 & 63.
cat >model.jq <<'END'
def six: ((. % 64) + 64) % 64;
def steps($from; $to; $odd):
    [range(1; (($to - $from) | six) + 1) | ($from + . | six) % 2] | map(select(. == $odd)) | length;
def times($key): [range(0; .)] | map($key);
def flag: if . then 1 else 0 end;
def held($left; $right; $key): (($left | not) and $right | flag) | times($key);
def degrees($x; $y):
    if $x == 0 and $y == 0 then 270 else (atan2($y; $x) * 180 / 3.141592653589793 | if . < 0 then . + 360 else . end) end;
def keys($a; $b; $odd):
    held($a[0] < 0; $b[0] < 0; "left") + held($a[0] > 0; $b[0] > 0; "right") + held($a[3] != 0; $b[3] != 0; "jump") +
    held($a[5] != 0; $b[5] != 0; "hook") + (steps($a[4]; $b[4]; $odd) | times("fire")) +
    (($a[7] != $b[7] and $b[7] != 0 | flag) | times("weapon")) +
    (steps($a[8]; $b[8]; $odd) | times("next_weapon")) + (steps($a[9]; $b[9]; $odd) | times("prev_weapon"));
# a release is a press when time goes back, and counters then count down from odd to even
def back($a; $b):
    held($b[0] < 0; $a[0] < 0; "left") + held($b[0] > 0; $a[0] > 0; "right") + held($b[3] != 0; $a[3] != 0; "jump") +
    held($b[5] != 0; $a[5] != 0; "hook") + (steps($a[4]; $b[4]; 0) | times("fire")) +
    (($a[7] != $b[7] and $a[7] != 0 | flag) | times("weapon")) +
    (steps($a[8]; $b[8]; 0) | times("next_weapon")) + (steps($a[9]; $b[9]; 0) | times("prev_weapon"));
foreach inputs as $r ({last: {}};
    ($r.kind == "input_new" or .last["\($r.cid)"] == null) as $first
    | (if $first then $r.input else .last["\($r.cid)"] end) as $a
    | .last["\($r.cid)"] = $r.input
    | .row = {tick: $r.tick, cid: $r.cid, first: $first, direction: $r.input[0], target_x: $r.input[1],
        target_y: $r.input[2], jump: ($r.input[3] != 0), fire: (($r.input[4] | six) % 2 == 1), hook: ($r.input[5] != 0),
        weapon: (if $r.input[7] == 0 then null else $r.input[7] - 1 end), player_flags: $r.input[6],
        pressed: keys($a; $r.input; 1), released: back($a; $r.input), degrees: degrees($r.input[1]; $r.input[2]),
        before: degrees($a[1]; $a[2])};
    .row)
END
# The same rows as the command's; then aim and turn must be near what floats say, where a turn of half a circle has either sign.
cat >compare.jq <<'END'
def around: . - 360 * (. / 360 | round);
def far($x; $y): ($x - $y | around | fabs) > 0.021;
[$have, $want] | if (.[0] | length) != (.[1] | length) then "\(.[0] | length) inputs, not \(.[1] | length)" else
    transpose[] | . as [$h, $w]
    | select(($h | del(.session, .name, .aim, .turn)) != ($w | del(.degrees, .before)) or far($h.aim; $w.degrees) or
        far($h.turn; $w.degrees - $w.before) or ($h.turn | fabs) > 180 or $h.aim < 0 or $h.aim >= 360)
    | "\($h) is not \($w)" end
END
# Summaries out of the rows of the command.
cat >sums.jq <<'END'
def at($q): if length == 0 then null else sort | .[((length - 1) * $q / 4) | floor] end;
def around: . - 36000 * (. / 36000 | round);
def hundredths: . * 100 | round;
group_by(.session)[] | . as $rows
| ([$rows[] | .tick as $t | .pressed[] | [., $t]] | group_by(.[0])
    | map([.[][1]] | [.[1:], .[:-1]] | transpose | map(.[0] - .[1] | if . > 500 then 500 else . end)) | add // []) as $between
| {session: $rows[0].session, cid: $rows[0].cid, inputs: ($rows | length),
    presses: ([$rows[].pressed[]] as $all | reduce ("left", "right", "jump", "hook", "fire", "weapon", "next_weapon",
        "prev_weapon") as $key ({}; .[$key] = ([$all[] | select(. == $key)] | length))),
    interval_least: ($between | at(0)), interval_median: ($between | at(2)),
    interval_spread: (if $between == [] then null else ($between | at(3)) - ($between | at(1)) end),
    turns: ($rows | group_by(.tick) | map((.[-1].aim | hundredths) - ((.[0].aim | hundredths) - (.[0].turn | hundredths))
        | around | fabs) | map(select(. != 0)) | sort | reverse | .[:3])}
END
# The figures out of the rows of the command: intervals without pauses, shots within 2 ticks after a turn of more than 20
# degrees inside a tick, runs of four places of the cursor.
cat >figures.jq <<'END'
def around: . - 36000 * (. / 36000 | round);
def hundredths: . * 100 | round;
def steady: reduce .[] as $i ({row: [], steady: 0, steady_of: 0};
        if $i == 0 or $i > 50 then .row = [] else .row = (.row + [$i])[-4:]
            | if .row | length < 4 then . else .steady_of += 1 | .steady += (if (.row | max - min) <= 2 then 1 else 0 end) end end)
    | {steady, steady_of};
def keys: ([.[] | .tick as $t | .pressed[] | [., $t]] | group_by(.[0]) | map({key: .[0][0], value: (map(.[1]) as $at
        | [$at[1:], $at[:-1]] | transpose | map(.[0] - .[1]))})
    | map({key, steady: .value, value: (.value | map(select(. <= 50)))})
    | map({key, value: ({least: (.value | min), count: (.value | length), active: (.value | add // 0),
        peak: (.value | map(select(. > 0)) | group_by(.) | max_by(length) // [] | length),
        of: (.value | map(select(. > 0)) | length)} + (.steady | steady))}) | from_entries);
def shots: reduce .[] as $r ({tick: -1, turned: -9, shots: 0, after: 0};
    (if .tick != $r.tick or $r.first then .tick = $r.tick | .aim = (($r.aim | hundredths) - ($r.turn | hundredths)) else . end)
    | (if (($r.aim | hundredths) - .aim | around | fabs) > 2000 then .turned = $r.tick else . end)
    | if $r.pressed | index("fire") then .shots += 1 | .after += (if $r.tick - .turned <= 2 then 1 else 0 end) else . end)
    | [.shots, .after];
def runs: reduce .[] as $r ({places: [], seen: {}, runs: 0, again: 0}; "\($r.target_x) \($r.target_y)" as $place
    | if .places[-1] == $place then . else .places = (.places + [$place])[-4:]
        | if .places | length < 4 then . else (.places | join(" ")) as $run
            | .runs += 1 | .again += (if .seen[$run] then 1 else 0 end) | .seen[$run] = true end end)
    | [.runs, .again];
group_by(.session)[] | {session: .[0].session, keys: keys, shots: shots, runs: runs}
END
for file in "$recordings"/*/*.teehistorian; do
    run 0 dump --json --kind input_new,input_diff "$file"
    jq -nc -f model.jq out >want
    run 0 inputs --json "$file"
    cp out have
    jq -nr --slurpfile have have --slurpfile want want -f compare.jq >difference || wrong "jq fails for $file"
    [ ! -s difference ] || { wrong "$file: inputs differ from their numbers:" && head -n 3 difference; }
    jq -sc -f sums.jq have >want
    run 0 inputs --summary --json "$file"
    jq -c 'select(.inputs > 0) | {session, cid, inputs, presses, interval_least, interval_median, interval_spread,
        turns: [.turns[].turn | . * 100 | round | fabs]}' out >sums
    same want sums "$file: summaries (>) are not those of the inputs (<)"
    jq -scS -f figures.jq have >want
    jq -cS 'select(.inputs > 0) | {session, keys: (.keys | map({key: .key, value: {least,
            count: (.intervals | add // 0), active: ([.intervals | to_entries[] | .key * .value] | add // 0),
            peak: .peak_count, of: .peak_of, steady: .steady_count, steady_of}}) | from_entries),
        shots: [.shots, .turn_shots], runs: [.compared_runs, .repeated_runs]}' out >sums
    same want sums "$file: figures (>) are not those of the inputs (<)"
    jq -e -s 'all(.[].keys[]; (.intervals | add // 0) as $count | ([.intervals | to_entries[] | .key * .value] | add // 0) as $ticks
        | (.active_per_second == null) == ($count < 30) and ($count < 30 or ($count * 50 / $ticks - .active_per_second | fabs) < 0.006)
        and (.peak_percent == null) == (.peak_of < 30)
        and (.peak_of < 30 or (.peak_count * 100 / .peak_of - .peak_percent | fabs) < 0.006)
        and (.steady_percent == null) == (.steady_of < 30)
        and (.steady_of < 30 or (.steady_count * 100 / .steady_of - .steady_percent | fabs) < 0.006)
        and (.peak == null or .intervals[.peak] == .peak_count))' out >jqout || wrong "$file: shares of keys"
    jq -c -s '. as $all | .[] | .session as $s | [$all[] | select(.session != $s and .inputs > 0) | .turn_shots_percent // empty]
        | sort | if . == [] then [null, null] else [.[(length - 1) / 2 | floor], .[-1]] end' out >want
    jq -c '.turn_shots_percent_others | [.median, .highest]' out | same want - "$file: the others"
    # every session is there, with its name and its share of ticks
    "$teetape" players --json "$file" | jq -c '[.session, .cid, .name, .joined_tick, .left_tick]' >want
    jq -c '[.session, .cid, .name, .first_tick, .last_tick]' out | same want - "$file: sessions"
    jq -e -s 'all((.last_tick - .first_tick + 1) as $t | .changed_ticks <= .inputs and
        ((.changed_ticks * 100 / $t - .changed_percent) | fabs) < 0.006 and
        (([.presses[]] | add) * 50 / $t - .presses_per_second | fabs) < 0.006)' out >jqout || wrong "$file: shares"
done

# A span and a player select what they select of dump; a summary counts what is in the span.
for words in '--from 1200 --to 1500' '--player dummy1' '--player 2 --from 0:00:40' '--player renamed0 --to 2000'; do
    # shellcheck disable=SC2086
    run 0 dump --json --kind input_new,input_diff $words "$dm1"
    jq -c '[.tick, .cid, .input[0], .input[1]]' out >want
    # shellcheck disable=SC2086
    run 0 inputs --json $words "$dm1"
    jq -c '[.tick, .cid, .direction, .target_x]' out | same want - "inputs $words"
    # and each is what it is in the whole
    cp out part
    run 0 inputs --json "$dm1"
    grep -vxF -f out part && wrong "inputs $words: these are not among all of them"
    jq -sc -f sums.jq part | jq -c '[.session, .inputs]' >want
    # shellcheck disable=SC2086
    run 0 inputs --summary --json $words "$dm1"
    jq -c 'select(.inputs > 0) | [.session, .inputs]' out | same want - "inputs --summary $words"
done
"$teetape" inputs --summary "$dm1" >want
# the tick of the largest turn
"$teetape" inputs --summary --json "$dm1" | jq -r '[.cid, .turns[0].tick] | join(" ")' >ticks
awk 'NF == 0 { exit } NR > 1 { print $1, $(NF - 2) }' want | same ticks - 'the ticks of the largest turns'
"$teetape" inputs --summary - <"$dm1" | same want - 'a summary of stdin'

# Before 16.2 a slot's inputs went on from one player to the next one: nothing is pressed by the second one's first input.
# Of two presses between two inputs both count, and a counter may go around.
{
    header 2 ''
    int -2 9 -8 0 -6 0 0 1 0 0 62 0 0 0 0 0
    int -2 0 -5 0 -1 0 0 1 5 0 0 0 0 0 # left, jump, 63 64 65 66 67
    int -2 0 -5 0 2 0 0 -1 0 1 0 6 -1 0 # right, hook, a weapon, the one before by 63 steps
    int -9 0 && text bye
    int -2 0 -8 0 -5 0 -1 7 7 0 1 0 0 0 0 0
    int -2 0 -5 0 0 0 0 0 1 0 0 0 0 0
    int -2 0 -9 0 && text bye
    int -1
} >made
run 0 inputs --json made
jq -c '[.session, .first, .pressed, .released, .fire, .weapon]' out >have
cat >want <<'END'
[0,true,[],[],false,null]
[0,false,["left","jump","fire","fire","fire"],["fire","fire"],true,null]
[0,false,["right","hook","weapon"],["left","jump"],true,5]
[1,true,[],[],false,5]
[1,false,["fire"],[],true,5]
END
jq -c '.pressed |= map(select(. != "next_weapon")) | .released |= map(select(. != "next_weapon"))
    | [.session, .first, .pressed, .released, .fire, .weapon]' out | same want - 'made by hand'
jq -c '[.pressed, .released] | map(map(select(. == "next_weapon")) | length)' out | sed -n 3p | grep -qx '\[32,31\]' ||
    wrong "a counter that goes down by one went up by 63: $(cat out)"
run 0 inputs made
says out '+left  +jump       +fire x3   0.0'
says out '+right -jump +hook fire       0.0        ninja'

# Also where an index leads to a place after the second one's JOIN and before its first input.
{
    int -8 0
    head -c 500 /dev/zero | message 0
    int -2 0 -5 0 1 7 -7 1 1 0 0 0 0 0 -5 0 -1 0 0 1 1 0 0 0 0 0 -2 0 -9 0 && text bye
} >part
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do cat part part >twice && mv twice part; done # 4,096
{ header 2 '' && int -2 9 -6 0 0 0 0 0 0 0 0 0 0 0 && cat part && int -1; } >long
run 0 index long
segment=$(($(wc -c <part) / 4096)) # two ticks
from=$((10 + (1 << 20) / segment * 2 - 8))
for tick in 0 2 4 6 7 8 9 10 12 14; do
    for how in '' --summary; do
        # shellcheck disable=SC2086
        run 0 inputs $how --json --no-index --from $((from + tick)) --to $((from + 50)) long
        cp out want
        # shellcheck disable=SC2086
        run 0 inputs $how --json --from $((from + tick)) --to $((from + 50)) long
        same want out "inputs $how after a jump to tick $((from + tick))"
    done
done

# A summary ends with the span: as players has it.
for words in '--to 3000' '--from 1200 --to 1500'; do
    # shellcheck disable=SC2086
    "$teetape" players --json $words "$dm1" | jq -c '[.session, .left_tick]' >want
    # shellcheck disable=SC2086
    "$teetape" inputs --summary --json $words "$dm1" | jq -c '[.session, .last_tick]' |
        same want - "inputs --summary $words: last ticks"
done

# Nothing is said twice, and what cannot be shown is refused.
run 0 inputs "$recordings/dm1/client0.demo"
says err 'no inputs of other players are in this demo'
silent out
run 2 inputs --player '' "$dm1"
run 2 inputs --from never "$dm1"
run 0 inputs --player nobody "$dm1"
silent out
{ head -c 30000 "$dm1" && printf '\177\377\377' && tail -c +30001 "$dm1"; } >damaged
run 1 inputs --json damaged
[ -s out ] || wrong 'nothing of a damaged recording'
run 1 inputs --summary damaged
[ "$(wc -l <out)" -gt 1 ] || wrong 'no summary of a damaged recording'
run 0 inputs -r --json "$recordings"
grep -v '^{"file":"' out && wrong 'no "file" in front'

# The times of a line; the help without the objects, which the manual page explains, and the ten numbers there.
run 0 inputs --wall "$short"
[ "$(wc -l <out)" -eq "$("$teetape" inputs --json "$short" | wc -l)" ] || wrong 'lines and objects are not as many'
run 0 inputs --help
[ "$(sed '/^JSON/,$d' out | wc -l)" -le 50 ] || wrong "the help has $(wc -l <out) lines"
for word in direction 'target x' jump fire hook 'player flags' 'wanted weapon' 'next weapon' 'previous weapon'; do
    tr '\n' ' ' <"$tree/man/teetape-dump.1" | grep -qF "$word" || wrong "the manual page of dump does not name $word"
done
exit $bad
