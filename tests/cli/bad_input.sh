#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: bad_input.sh COMMAND SOURCE_DIR
#
# Files that are damaged, cut or none at all, in every way: the exit status, a sentence that says where and why,
# and everything before the damage. What the system does wrong: system_trouble.sh.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
killed=$tree/tests/recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian
dm1=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian

# damaged FILE EVENTS PATTERN: status 1, a line about FILE that has PATTERN, and this many events before it.
damaged() {
    "$teetape" verify "$1" >out 2>err
    [ $? -eq 1 ] || wrong "$1: verify does not give 1"
    grep -q "^teetape: $1: $3" err || wrong "$1: no '$3' in: $(cat err)"
    grep -q "^$1: ${4:-damaged, }" out || wrong "$1: verify prints $(cat out)"
    "$teetape" dump --json "$1" >out 2>err
    [ $? -eq 1 ] || wrong "$1: dump does not give 1"
    grep -q "^teetape: $1: $3" err || wrong "$1: dump says $(cat err)"
    [ "$(wc -l <out)" -eq "$2" ] || wrong "$1: dump has $(wc -l <out) events in place of $2"
}

# Cuts of a real file: at every byte of its records, and many in its header (all of them: test_cli_cut.c). Its
# records begin at these offsets, and it ends without FINISH.
borders='2567 2569 2598 2617 2666 2668 2674 2677 2680 2683 2686 2689 2692 2695 2698 2701 2704 2707 2710 2713 2716 2719
2722 2724 2731 2752 2776 2778 2790 2793 2823'
borders=" $(printf %s "$borders" | tr '\n' ' ') "
mkdir cuts
size=0
events=0
last=0
while [ $size -lt 2823 ]; do
    # zeros in front, so that names are sorted
    name=cuts/$((10000 + size))
    head -c $size "$killed" >$name
    what="offset $last: the file ends inside a record"
    verdict=damaged
    if [ $size -eq 0 ]; then
        what='offset 0: the file is empty'
    elif [ $size -lt 16 ]; then
        what='offset 0: the first bytes of a recording are cut off'
    elif [ $size -lt 2567 ]; then
        what="offset $size: the header does not end"
    else
        case $borders in
        *" $size "*)
            what=
            verdict=unfinished
            last=$size
            [ $size -eq 2567 ] || events=$((events + 1))
            ;;
        esac
    fi
    echo "$name: $verdict, $size bytes, no FINISH" >>want-out
    [ -z "$what" ] || echo "teetape: $name: $what" >>want-err
    [ $events -eq 0 ] || echo "$events $name" >>want-events
    [ $size -ge 18 ] && [ $size -lt 2538 ] && size=$((size + 20)) || size=$((size + 1))
done
"$teetape" verify cuts/* >out 2>err
[ $? -eq 1 ] || wrong 'cuts: not status 1'
{ sed '$d' out >have && tail -n 1 out; } | grep -qx "$(wc -l <want-out) files: 0 good, $(grep -c ': unfinished, ' want-out) unfinished, $(grep -c ': damaged, ' want-out) damaged" ||
    wrong "cuts: the sum: $(tail -n 1 out)"
sed 's/bytes, .*, no/bytes, no/; s/no FINISH, errors 1, warnings 0/no FINISH/' have >lines
diff want-out lines >difference || { wrong 'cuts (>):' && head -n 5 difference; }
sed 's/, tick [0-9]* ([0-9:.]*): /: /' err | sort >have
sort want-err | diff - have >difference || { wrong 'cuts: messages (>):' && head -n 5 difference; }
"$teetape" dump --json cuts/* 2>err | sed 's/^{"file":"\([^"]*\)".*/\1/' | uniq -c | sed 's/^ *//' >have
diff want-events have >difference || { wrong 'cuts: events before it (>):' && head -n 5 difference; }
"$teetape" dump --json "$killed" >whole
for size in 2567 2568 2569 2600 2752 2822; do
    "$teetape" dump --json "cuts/1$(printf %04d $size)" >have 2>/dev/null
    case "$borders" in *" $size "*) want=0 ;; *) want=1 ;; esac
    "$teetape" verify -q "cuts/1$(printf %04d $size)" >out 2>err
    [ $? -eq $want ] || wrong "cut at $size: not status $want"
    head -n "$(wc -l <have)" whole | cmp -s - have || wrong "cut at $size: other events than in the whole file"
done
rm -rf cuts

# Bits that are flipped, all over the records: never more than status 1, never without a word.
mkdir flips
at=2567
while [ $at -lt 2823 ]; do
    old=$(od -An -tu1 -j $at -N 1 "$killed" | tr -d ' ')
    { head -c $at "$killed" && byte $((old ^ 1 << at * 5 % 8)) && tail -c +$((at + 2)) "$killed"; } >flips/$at
    at=$((at + 3))
done
for command in info dump players chat inputs verify; do
    "$teetape" $command --json flips/* >out 2>err
    status=$?
    [ $status -eq 1 ] || wrong "$command of flipped bits: status $status"
    grep -v '^teetape: flips/[0-9]*: \(warning: \)\{0,1\}offset [0-9]*\|: note: [0-9]* more\|: note: 1 record of 1 kind that this version does not know: \|^teetape: note: 86 files: 0 good, ' err &&
        wrong "$command of flipped bits says that"
done
rm -rf flips

# What is no recording, and what is wrong with headers.
: >empty
damaged empty 0 'offset 0: the file is empty$'
printf 'a text that somebody wrote' >text
damaged text 0 'neither a teehistorian file nor a demo$' 'no recording$'
printf '\151\235\261\173\216' >cut-magic
damaged cut-magic 0 'offset 0: the first bytes of a recording are cut off'
: | xz >empty.xz
damaged empty.xz 0 'offset 0: the file is empty$'
head -c 4096 /dev/zero >zeros
damaged zeros 0 'offset 0: the file begins with zeros, not with a recording$' 'no recording$'
# in JSON the same sentence, without the offset that is beside it
for reason in 'empty:the file is empty' 'text:neither a teehistorian file nor a demo' 'zeros:the file begins with zeros, not with a recording'; do
    "$teetape" verify --json "${reason%%:*}" 2>/dev/null | grep -qF '"status":"TT_ERR_FORMAT","offset":0,"tick":0,"what":"'"${reason#*:}"'"}' ||
        wrong "${reason%%:*}: the JSON of verify"
done
header 3 '' >version-3
damaged version-3 0 'offset [0-9]*: .*version'
header 2000000000000000000000 '' >version-huge
damaged version-huge 0 'offset [0-9]*: .*version'
json() { # FILE JSON
    { hex 699db17b-8efb-34ff-b1d8-da6f60c15dd1 && printf '%b\0' "$2" && int -1; } >"$1"
}
json no-version '{"comment":"x"}'
damaged no-version 0 'offset [0-9]*: .*version'
number=0
for text in '' ' ' '{' '{"version"' '{"version":' '{"version":"2"' '{"version":"2",' '{"version":"2",}' '["version","2"]' '"2"' \
    '{version:"2"}' "{'version':'2'}" '{"version":"2"}}' '{"version":"2"} x' \
    '{"version":"2","a":"\\x"}' '{"version":"2","a":"\001"}' \
    '{"version":"2","a":01}' '{"version":"2","a":tru}' '{"version":"2","a":[1,]}' '{"version":"2","a":{"b"}}' \
    '{"version":"2","a":"\\u12"}' \
    '\0357\0273\0277{"version":"2"}' \
    '{"version":"2","a":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['; do
    number=$((number + 1))
    json json-$number "$text"
    damaged json-$number 0 'offset [0-9]*: '
done
{
    hex 699db17b-8efb-34ff-b1d8-da6f60c15dd1
    printf '{"version":"2","a":"'
    head -c 1200000 /dev/zero | tr '\0' a
} >no-end
damaged no-end 0 'offset [0-9]*: the header does not end'

# Records that cannot be; two events are before them. Recovery goes on where the next record begins.
records() { # FILE INT...
    records_file=$1
    shift
    { header 2 '' && int -2 99 -8 0 && int "$@" && int -1; } >"$records_file"
}
records size-negative -7 0 -1
damaged size-negative 2 'offset 37, tick 100 (0:00:02.00): '
records size-huge -7 0 2147483647
damaged size-huge 2 'offset 37, tick 100 (0:00:02.00): '
records count-negative -10 0 4 65 0 -5
damaged count-negative 2 'offset 37, tick 100'
records count-huge -10 0 4 65 0 2147483647
damaged count-huge 2 'offset 37, tick 100'
records kind-unknown -12 0 0
damaged kind-unknown 2 'offset 37, tick 100'
records cid-high -8 128
damaged cid-high 3 'offset 37, tick 100'
records cid-negative -8 -1
damaged cid-negative 3 'offset 37, tick 100'
records not-alive 5 1 1
damaged not-alive 4 'offset 37, tick 100'
records no-input -5 0 1 1 1 1 1 1 1 1 1 1
damaged no-input 4 'offset 37, tick 100'
records skip-huge -2 2147483647
damaged skip-huge 4 'offset 37, tick 100'
{ header 2 '' && int -2 99 -8 0 -11 && hex 00000000-0000-3000-8000-000000000000 && int -1 0 -1; } >ex-negative
damaged ex-negative 2 'offset 37, tick 100'
{ header 2 '' && int -2 99 -8 0 -11 && hex 00000000-0000-3000-8000-000000000000 && int 2147483647 -1; } >ex-huge
damaged ex-huge 2 'offset 37, tick 100'
{ header 2 '' && int -2 99 -8 0 -9 0 && head -c 1000000 /dev/zero | tr '\0' a; } >text-endless
damaged text-endless 2 'offset 37, tick 100'
{ header 1 '' && int -2 99 -8 0 -11 && hex 00000000-0000-3000-8000-000000000000 && int 0 -1; } >ex-in-version-1
damaged ex-in-version-1 4 'offset 37, tick 100'

# Odd is not broken: a warning, which --strict counts.
{ header 2 '' && int -2 99 -3 0 5 5 0 0 0 -1; } >odd
"$teetape" verify odd >out 2>err || wrong "a warning: status $?"
grep -q '^teetape: odd: warning: offset 39, ' err || wrong "a warning: $(cat err)"
"$teetape" verify --strict odd >out 2>err
[ $? -eq 1 ] || wrong 'a warning is not damage with --strict'
"$teetape" verify --quiet odd >out 2>err
[ ! -s err ] && [ ! -s out ] || wrong '--quiet says something of a warning'

# What a damaged byte hides after FINISH is damage, and is said with --quiet.
{ header 2 '' && int -2 99 -1 && printf after; } >after-finish
for option in --quiet --strict --no-index; do
    "$teetape" verify $option after-finish >out 2>err
    [ $? -eq 1 ] || wrong "bytes after FINISH are not damage with $option"
    grep -q '^teetape: after-finish: offset 36, ' err || wrong "bytes after FINISH: $(cat err)"
    grep -q ': damaged, ' out || wrong "bytes after FINISH: $(cat out)"
done

{ header 2 '' && int -2 99 -1 && printf x; } >one-after-finish
"$teetape" verify one-after-finish 2>err | grep -q ', 1 byte after FINISH is ignored' || wrong "a byte after FINISH: $(cat err)"

# --strict ends at the first error; without it everything that can be framed is delivered.
records two-errors -8 128 -8 1 -8 129
damaged two-errors 4 'offset 37, tick 100'
"$teetape" dump --strict --json two-errors >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <out)" -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] || wrong "--strict goes on: $(cat out)"
# Errors without number are counted, not told.
five='-8 128 -8 128 -8 128 -8 128 -8 128'
# shellcheck disable=SC2086
{ header 2 '' && int -2 99 $five $five $five $five $five $five $five $five $five $five $five $five $five $five -1; } >many
"$teetape" verify many >out 2>err
grep -q 'errors 70' out && [ "$(wc -l <err)" -lt 30 ] && grep -q 'more errors like these' err || wrong "70 errors: $(cat out)"
"$teetape" verify --json many 2>/dev/null | grep -q '"good":false,.*"errors":70,' || wrong '70 errors in JSON'

# Compressed data that is cut or corrupt; what was before it was delivered.
"$teetape" dump --json "$dm1" >whole
for tool in xz zstd gzip; do
    $tool -c <"$dm1" >packed
    size=$(wc -c <packed)
    mkdir "$tool"
    for part in 5 20 300 $((size / 2)) $((size - 9)) $((size - 1)); do
        head -c $part packed >"$tool/$part"
        count=$("$teetape" dump --json "$tool/$part" 2>/dev/null | wc -l)
        damaged "$tool/$part" "$count" '\(byte [0-9]* of the file: \)\{0,1\}the .* data is cut off'
        head -n "$(wc -l <out)" whole | cmp -s - out || wrong "$tool, $part bytes: other events than in the whole file"
    done
    # the last one lacks nothing but the end of the checksum, so all was there
    [ "$(wc -l <out)" -gt 1000 ] || wrong "$tool: $(wc -l <out) events before a cut at the very end"
    { cat packed && printf 'no more of it'; } >"$tool-junk"
    damaged $tool-junk 8139 'byte [0-9]* of the file: '
    grep -q 'no FINISH' out && wrong "$tool: FINISH was read, and is denied"
    at=7
    while [ $at -lt "$size" ]; do
        old=$(od -An -tu1 -j $at -N 1 packed | tr -d ' ')
        { head -c $at packed && byte $((old ^ 64)) && tail -c +$((at + 2)) packed; } >"$tool/flip-$at"
        at=$((at + size / 25))
    done
    "$teetape" verify "$tool"/flip-* >out 2>err
    [ $? -eq 1 ] || wrong "$tool: corrupt data is not status 1"
    [ "$(grep -c ': damaged, ' out)" -ge 24 ] || wrong "$tool: corrupt data is good: $(grep ': good' out)"
    "$teetape" verify --json "$tool/300" 2>/dev/null |
        grep -q '"good":false,.*"issues":\[.*{"level":"error","status":"COMPRESSED_DATA","file_offset":[0-9]*,' ||
        wrong "$tool: the JSON of verify does not tell the cut"
done
exit $bad
