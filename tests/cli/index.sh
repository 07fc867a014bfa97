#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: index.sh COMMAND SOURCE_DIR
#
# What index files change: nothing but the time it takes. Every selection gives the same with and without one,
# for every way in which a recording is stored; an index that does not fit is reported and not used.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"

# About 4.6 MB: two tees that walk in 230,000 ticks, and in between whatever an index has to remember.
{ int -2 0 0 1 -1 1 -1 1 -5 0 1 0 0 0 0 0 0 0 0 0 && int -2 0 0 -1 1 1 1 -1 && int -5 0 -1 0 0 0 0 0 0 0 0 0; } >filler
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
    cat filler filler >'more' && mv more filler
done
# Something that cannot be compressed, so that there are places to begin at in the compressed ones.
head -c 60000 "$tree/tests/recordings/dm1/client0.demo" | message 0 >noise
cat noise noise >>filler
playername=d016f9b9-4151-3b87-87e5-3a6087eb5f26
playerteam=a111c04e-1ea8-38e0-90b1-d7f993ca0da9
ddnetver=41b49541-f26f-325d-8715-9baf4b544ef9
rejoin=c1e921d5-96f5-37bb-8a45-7a06f163d27e
authlogin=37ecd3b8-9218-3bb9-a71b-a935b86f6a81
finish=68943c01-2348-3e01-9490-3f27f8269d94
{
    header 2 ',"start_time":"2026-11-21T20:00:00+0100"'
    int -2 9 -8 0 && start_info alice cats | message 0
    int -8 1 && start_info bob '' | message 1
    { int 1 16040; } | ex $ddnetver
    int -8 9 && start_info early x | message 9
    int -9 9 && text 'left early'
    int -2 0 -3 0 100 100 -3 1 200 200 -6 0 1 2 3 4 5 6 7 8 9 10
    cat filler
    int -8 2 && start_info carol dogs | message 2
    { int 1 3 && text boss; } | ex $authlogin
    int -2 0 -3 2 5 5
    command_record 2 128 team 3
    { int 2 3; } | ex $playerteam
    cat filler
    { int 0 && text renamed; } | ex $playername
    change_info bob fish | message 1
    { int 1; } | ex $rejoin
    cat filler
    int -2 0 -4 2
    { int 2 7777; } | ex $finish
    start_info bob2 '' | message 1
    int -9 2 && text 'timeout ä'
    command_record 1 128 save secret
    cat filler
    int -8 2 && start_info bob2 x | message 2
    int -8 5 -8 5
    cat filler filler
    command_record 5 4 say hello
    int -9 5 && text bye
    cat filler
    int -2 0 -4 0 -1
} >plain
cp plain packed
gzip -1 <plain >gz
xz -0 <plain >xz
xz -0 --block-size=1000000 <plain >xzs
zstd -q -1 <plain >zst
[ "$(wc -c <plain)" -gt 4000000 ] || wrong 'the recording is too small for this test'

# both FILE OPTION...: the same with an index and without one.
both() {
    both_file=$1
    shift
    "$teetape" "$@" "$both_file" >have 2>have.err
    have_status=$?
    "$teetape" "$@" --no-index "$both_file" >want 2>want.err
    want_status=$?
    cmp -s have want && cmp -s have.err want.err && [ $have_status -eq $want_status ] ||
        { wrong "teetape $* $both_file: an index changes it:" && diff want have | head -n 4 | cut -c 1-150 && cat have.err; }
}

# as_plain FILE OPTION...: made.demo in another form, and itself, with an index give what made.demo gives without one. Its output is kept.
as_plain() {
    as_file=$1
    shift
    as_kept=kept.$(echo "$*" | tr -c 'a-z0-9\n' _)
    if [ ! -e "$as_kept" ]; then
        "$teetape" "$@" --no-index made.demo >"$as_kept" 2>"$as_kept.err"
        echo "status $?" >>"$as_kept.err"
    fi
    "$teetape" "$@" "$as_file" >have 2>have.err
    echo "status $?" >>have.err
    cmp -s have "$as_kept" && sed "s/^teetape: $as_file/teetape: made.demo/" have.err | cmp -s - "$as_kept.err" ||
        { wrong "teetape $* $as_file: an index changes it:" && diff "$as_kept" have | head -n 4 | cut -c 1-150 && cat have.err; }
}

places='11 65547 65548 131086 200000 999999' people='2 bob renamed early'
[ "$share" = 1 ] || places=65548 people=renamed
all_selections() {
    for place in $places; do
        both "$1" dump --json --from $place --kind join,drop,message,ddnetver_old,player_name,player_old,finish,console_command,player_finish
        both "$1" dump --from $place --to $((place + 20))
        both "$1" players --from $place
        both "$1" players --json --from $place
        both "$1" chat --json --from $place
        both "$1" inputs --json --from $place --to $((place + 20))
        both "$1" inputs --summary --json --from $place
        for player in $people; do
            both "$1" dump --json --from $place --player $player --kind join,drop,message,player_old,console_command,player_team
            both "$1" players --json --from $place --player $player
            both "$1" chat --from $place --player $player
            both "$1" inputs --summary --from $place --player $player
        done
    done
    for player in bob bob2 alice early nobody; do
        both "$1" players --json --player $player
        both "$1" chat --player $player
    done
}

for file in plain gz xz xzs zst; do
    "$teetape" index --json $file >out 2>err || wrong "index $file: status $?: $(cat err)"
    grep -q '"outcome":"built"' out && [ -s $file.ttidx ] || wrong "index $file: $(cat out)"
    cp out $file.json
    "$teetape" index --json $file >out 2>err || wrong "index $file again: status $?"
    grep -q '"outcome":"up_to_date"' out || wrong "index $file again: $(cat out)"
done
grep -q '"facts":{"join":7,"leave":4,"name":7,"clan":5,"version":1,.*"team":1,.*"finish":1,' plain.json || wrong "facts: $(cat plain.json)"
# The form of an index remains as it is: what was written once is written again.
cmp plain.ttidx "$tree/fuzz/corpus/index/good-blocks" || wrong 'the index has other bytes than before'
cp "$tree"/tests/recordings/dm1/*.teehistorian dm1
"$teetape" index -q dm1
cmp dm1.ttidx "$tree/fuzz/corpus/index/good-dm1" || wrong 'the index of dm1 has other bytes than before'
# An index of version 1 is reported as old and ignored, and made anew.
cp plain.ttidx new.ttidx
cp "$tree/fuzz/corpus/index/version-1" plain.ttidx
"$teetape" dump --no-index --from 150000 plain >want
"$teetape" dump --from 150000 plain >out 2>err || wrong "version 1: status $?"
grep -q 'plain.ttidx: warning: the index has an older version and is not used' err || wrong "version 1: $(cat err)"
cmp out want || wrong 'version 1: other output'
"$teetape" index plain >out 2>err || wrong "version 1, index: status $?"
grep -q 'plain.ttidx: note: the index had an older version and was made anew' err || wrong "version 1, index: $(cat err)"
cmp plain.ttidx new.ttidx || wrong 'version 1: the new index is another one'
all_selections plain
# A share is one place and one player in each form of a file, and two forms of a demo. test_cli_index reads all forms of both.
late='150000 229000' demos='made.demo gz.demo xzs.demo zst.demo'
[ "$share" = 1 ] || late=150000 demos='made.demo gz.demo'
for file in gz xzs zst; do
    for place in $late; do
        both $file dump --from $place --to $((place + 50))
        both $file players --json --from $place --player bob2
        both $file chat --from $place
    done
done
both xz players --json --from 150000

# A demo of the same, of about 6 MB: it is indexed and used as a teehistorian file is, in every form.
"$teetape" demo --quiet --no-map -o made.demo plain 2>err || wrong "a demo to index: $(cat err)"
gzip -1 <made.demo >gz.demo
xz -0 --block-size=1000000 <made.demo >xzs.demo
zstd -q -1 <made.demo >zst.demo
for file in $demos; do
    "$teetape" index --json $file >out 2>err || wrong "index $file: status $?: $(cat err)"
    grep -q '"outcome":"built".*"blocks":[4-9],.*"last_tick":229390,"complete":true,"players":4,' out || wrong "index $file: $(cat out)"
    "$teetape" index $file >out 2>err || wrong "index $file again: status $?"
    grep -q '^[a-z]*.demo: up to date, .* places, to 1:16:27.60; join 4, ' out || wrong "index $file again: $(cat out)"
    demo_places=$late
    [ "$file$share" != made.demo1 ] || demo_places="11 65547 $late" # every block in all forms: test_archive_index_demo
    for place in $demo_places; do
        as_plain $file dump --json --from $place --to $((place + 20))
        as_plain $file dump --items --from $place --to $((place + 2)) --player bob
        as_plain $file players --json --from $place
        as_plain $file chat --from $place
    done
done
if [ "$share" = 1 ]; then
    both made.demo players --player bob2
    both made.demo chat --player carol
fi
cp made.demo.ttidx gz.demo.ttidx
"$teetape" dump --from 150000 --to 150001 gz.demo >out 2>err
grep -q 'gz.demo.ttidx: warning: the index belongs to another recording' err || wrong "the index of a demo that is stored otherwise: $(cat err)"
cp "$tree/fuzz/corpus/index/version-1" gz.demo.ttidx
"$teetape" dump --from 150000 --to 150001 gz.demo >out 2>err
grep -q 'gz.demo.ttidx: warning: the index has an older version' err || wrong "an index of version 1 beside a demo: $(cat err)"
cp plain.ttidx gz.demo.ttidx
"$teetape" dump --from 150000 --to 150001 gz.demo >out 2>err
grep -q 'gz.demo.ttidx: warning: the index belongs to another recording' err || wrong "the index of a teehistorian file for a demo: $(cat err)"
"$teetape" index gz.demo >out 2>err || wrong "index over that of another recording: $(cat err)"
grep -q 'gz.demo.ttidx: note: the index belonged to another recording' err || wrong "index over that of another recording: $(cat err)"

# Where there is nothing to begin at, and that would be felt, it is said; and what helps.
if [ "$share" = 1 ]; then # 34 MB
{
    header 2 ''
    int -2 0 -3 0 100 100 -3 1 200 200 -6 0 1 2 3 4 5 6 7 8 9 10
    for part in 1 2 3 4 5 6 7 8 9 10; do
        cat filler filler filler filler filler filler filler
    done
} >large
[ "$(wc -c <large)" -gt 34000000 ] || wrong "too small: $(wc -c <large)"
xz -0 <large >large.xz
zstd -q -1 <large >large.zst
for file in large.xz large.zst; do
    "$teetape" index $file >out 2>err || wrong "index $file: $(cat err)"
    grep -q "^teetape: $file: note: compressed in pieces of up to [0-9]* MiB, .* teetape pack " err || wrong "index $file: $(cat err)"
    "$teetape" index --quiet $file >out 2>err
    [ ! -s err ] || wrong "index --quiet $file: $(cat err)"
done
xz -0 --block-size=4000000 <large >large.xz
"$teetape" index large.xz >out 2>err
[ $? -eq 0 ] && ! grep -q 'in pieces' err || wrong "index of blocks of 4 MB: $(cat err)"
rm large large.xz* large.zst*
fi

# verify looks at all of it. What is wrong with an index is no fault of the recording.
verified() { # FILE WORD
    "$teetape" verify "$1" >out 2>err || wrong "verify $1: status $?"
    grep -q ", index $2\$" out || wrong "verify $1: not 'index $2': $(cat out)"
    "$teetape" verify --json "$1" 2>/dev/null | grep -q "\"index\":\"$2\"" || wrong "verify --json $1: not 'index $2'"
    [ "$2" = good ] || [ "$(grep -c '\.ttidx: ' err)" -eq 1 ] || wrong "verify $1: index $2 is not told"
    [ "$2" != good ] || [ ! -s err ] || wrong "verify $1: $(cat err)"
}
for file in plain gz xz xzs zst $demos; do
    verified $file good
done
# The map of a demo is in no interval of its index, but its header has the sums.
cp "$tree/tests/recordings/dm1/client0.demo" map.demo
"$teetape" index -q map.demo 2>err || wrong "index map.demo: $(cat err)"
verified map.demo good
cp "$tree/fuzz/corpus/index/good-demo" want
cmp map.demo.ttidx want || wrong 'the index of client0.demo has other bytes than before'
printf '\125' | dd of=map.demo bs=1 seek=200000 conv=notrunc 2>/dev/null
"$teetape" verify map.demo >out 2>err
grep -q ', index stale$' out || wrong "a changed demo: $(cat out err)"
# A demo that is cut, and one that is written still: as a teehistorian file.
head -c 300000 "$tree/tests/recordings/dm1/client0.demo" >cut.demo
"$teetape" index --json cut.demo >out 2>err
[ $? -eq 1 ] && grep -q '"complete":false' out && grep -q 'cut.demo: offset .* (0:00:[0-9.]*): .*see teetape verify' err ||
    wrong "index of a cut demo: $(cat out err)"
head -c 3000 "$tree/tests/recordings/dm1/client0.demo" >cut.demo
rm cut.demo.ttidx
"$teetape" index cut.demo >out 2>err
[ $? -eq 1 ] && [ ! -e cut.demo.ttidx ] && grep -q 'cut.demo: offset ' err || wrong "index of a demo cut in its map: $(cat out err)"
head -c 300 "$tree/tests/recordings/dm1/client0.demo" >cut.demo
"$teetape" index cut.demo >out 2>err
[ $? -eq 1 ] && [ ! -e cut.demo.ttidx ] && grep -q 'cut.demo: offset ' err || wrong "index of a demo cut in its header: $(cat out err)"
for part in 2000000 2000001 4000000; do
    { head -c 152 made.demo; printf '\000\000\000\000'; tail -c +157 made.demo | head -c $part; } >grown.demo
    "$teetape" index --json grown.demo >out 2>err
    if [ $part -eq 2000000 ]; then
        grep -q '"outcome":"built"' out || wrong "a demo that is written still: $(cat out err)"
    else
        grep -q '"outcome":"extended"' out || wrong "a demo that has grown: $(cat out err)"
    fi
done
"$teetape" index --strict grown.demo >out 2>err
[ $? -eq 1 ] || wrong "index --strict of a demo that is not closed: $(cat out err)"
rm ./*.demo ./*.demo.ttidx kept.*
cp plain same
cp plain.ttidx same.ttidx
size=$(wc -c <plain.ttidx)
for place in 20 300 1000; do
    cp plain.ttidx same.ttidx
    printf '\125' | dd of=same.ttidx bs=1 seek=$place conv=notrunc 2>/dev/null
    verified same stale
done
printf '\125' | dd of=same.ttidx bs=1 seek=$((size - 300)) conv=notrunc 2>/dev/null
verified same damaged
cp plain.ttidx same.ttidx
printf 'hallo' | dd of=same bs=1 seek="$(grep -abo hello plain | sed 's/:.*//')" conv=notrunc 2>/dev/null
verified same stale
"$teetape" verify --no-index same | grep -q index && wrong 'verify --no-index'
rm same.ttidx
"$teetape" verify same | grep -q index && wrong 'verify without an index speaks of one'

# The recordings of the tree, which are shorter than an interval.
for file in "$tree"/tests/recordings/*/*.teehistorian; do
    cp "$file" short
    "$teetape" index -q short 2>err || wrong "index of $file: $(cat err)"
    for words in 'players --json --player player0' 'chat --player bob' 'dump --json --player bobdummy --kind join,drop' \
        'dump --json --from 0:01:00 --to 0:01:01' 'players --from 0:01:00' 'chat --from 0:00:43'; do
        # shellcheck disable=SC2086
        both short $words
    done
done

# Elsewhere: two files of the same name, and folders.
mkdir -p a b
cp plain a/same
cp short b/same
cp plain.ttidx a/same.ttidx
"$teetape" index -r --index-dir idx a b >out 2>err || wrong "--index-dir: $(cat err)"
[ "$(wc -l <out)" -eq 3 ] && [ "$(tail -n 1 out)" = '2 files: 2 indexed' ] || wrong "--index-dir -r: $(cat out)"
[ -s "idx$folder/a/same.ttidx" ] && [ -s "idx$folder/b/same.ttidx" ] || wrong "--index-dir: $(find idx)"
"$teetape" chat --index-dir idx --from 200000 a/same >have 2>err
grep -q ttidx err && wrong "chat --index-dir: $(cat err)"
"$teetape" chat --no-index --from 200000 a/same 2>/dev/null | cmp -s - have || wrong "chat --index-dir: $(cat err)"
rm -r idx a/same.ttidx
"$teetape" chat --index-dir idx --from 200000 a/same 2>/dev/null | cmp -s - have || wrong 'chat --index-dir without an index'

# An index that does not fit: said once, and the same comes out.
refused_index() { # WHAT FILE
    for words in 'dump --from 200000 --to 200050' 'players --from 150000 --player bob2' 'chat --json --player bob'; do
        # shellcheck disable=SC2086
        "$teetape" $words --no-index "$2" >want 2>want.err
        want_status=$?
        # shellcheck disable=SC2086
        "$teetape" $words "$2" >have 2>have.err
        [ $? -eq $want_status ] && cmp -s have want || wrong "$1: $words gives something else"
        [ "$(grep -c '\.ttidx: ' have.err)" -eq 1 ] || wrong "$1: not told once: $(cat have.err)"
    done
}
cp packed grown && "$teetape" index -q grown
size=$(wc -c <grown.ttidx)
cuts="0 1 15 16 100 $((size - 300)) $((size - 232)) $((size - 1))"
[ "$share" = 1 ] || cuts="15 100 $((size - 300))" # test_cli_index cuts at every byte
for cut in $cuts; do
    head -c "$cut" plain.ttidx >grown.ttidx
    refused_index "an index of $cut bytes" grown
done
printf '%s\n' 'not an index at all' >grown.ttidx
refused_index 'a text for an index' grown
"$teetape" index grown >out 2>err || wrong "index over a text: $?"
grep -q '^teetape: grown.ttidx: note: the index was damaged' err || wrong "nothing is said of a text for an index: $(cat err)"
cmp -s grown.ttidx plain.ttidx || wrong 'an index that is made anew is another one'
cp short.ttidx grown.ttidx
refused_index 'the index of another recording' grown
cp plain.ttidx grown.ttidx
printf x >>grown
refused_index 'a recording with a byte more' grown
cp packed grown
printf '\125' | dd of=grown bs=1 seek=5300000 conv=notrunc 2>/dev/null
"$teetape" chat --from 229000 grown >have 2>have.err
"$teetape" chat --no-index --from 229000 grown >want 2>want.err
cmp -s have want || wrong 'a changed interval is used'
grep -q '\.ttidx: .*was changed' have.err || wrong "a changed interval is not told: $(cat have.err)"

# A recording that is written still: its index becomes longer, and is as if it had been made at once.
rm -f grown.ttidx
head -c 2000000 plain >grown
"$teetape" index --json --force grown >out 2>err
for part in 2000001 2900000 4000003 9999999; do
    head -c $part plain >grown
    "$teetape" index --json grown >out 2>err
    grep -q '"outcome":"extended"' out || wrong "grown to $part bytes: $(cat out err)"
    cp grown.ttidx once
    "$teetape" index -q --force grown 2>err
    cmp -s once grown.ttidx || wrong "extended to $part bytes, the index is another one"
    cp once grown.ttidx
done
cmp -s grown.ttidx plain.ttidx || wrong 'the index of a recording that grew is another one'

# Damage: what is readable is indexed, the status says so, and everything is reported as without an index.
head -c 3000000 plain >'cut'
"$teetape" index --json cut >out 2>err
[ $? -eq 1 ] && grep -q '"complete":false' out && grep -q 'see teetape verify' err || wrong "index of a cut file: $(cat out err)"
both cut dump --from 120000 --to 120100
both cut players --json
both cut chat --from 120000
size=$(wc -c <gz)
head -c $((size / 2)) gz >cutgz
"$teetape" index -q cutgz 2>err
[ $? -eq 1 ] || wrong 'index of a cut gz file'
both cutgz players --json --from 60000

# Errors before the place are counted and not reported one by one.
size=$(header 2 ',"start_time":"2026-11-21T20:00:00+0100"' | wc -c)
{ head -c "$size" plain; int -4 77; tail -c +$((size + 1)) plain; } >bad
"$teetape" index -q bad 2>err
[ $? -eq 1 ] || wrong 'index of a bad file'
"$teetape" chat --from 200000 bad >have 2>have.err
[ $? -eq 1 ] && grep -q '1 errors and 0 warnings before' have.err || wrong "errors before the place: $(cat have.err)"
"$teetape" chat --no-index --from 200000 bad 2>/dev/null | cmp -s - have || wrong 'chat of a bad file'
both bad chat --strict --from 200000
both bad players --strict --player bob

# What is no recording, what cannot be read or written.
echo text >text
"$teetape" index text >out 2>err
[ $? -eq 1 ] && [ ! -e text.ttidx ] || wrong "index of a text: $?"
"$teetape" index missing >out 2>err
[ $? -eq 3 ] && [ ! -e missing.ttidx ] || wrong "index of a missing file: $?"
"$teetape" index - <plain >out 2>err
[ $? -eq 2 ] || wrong "index of stdin: $?"
: >file
"$teetape" index --index-dir file plain >out 2>err
[ $? -eq 3 ] && grep -q 'cannot be' err || wrong "an index folder that is a file: $(cat err)"
mkdir -p walk && cp short walk && echo text >walk/text && cp plain.ttidx walk
"$teetape" index -r walk >out 2>err
[ $? -eq 0 ] && [ "$(wc -l <out)" -eq 1 ] && [ "$(cat err)" = 'teetape: walk/plain.ttidx: note: removed: its recording is gone' ] ||
    wrong "index -r: $(cat out err)"
# One that is damaged, or empty, does not keep the others.
mkdir -p mixed && cp short mixed/a && head -c 30 short >mixed/b && : >mixed/c && cp short mixed/d
"$teetape" index -r mixed >out 2>err
[ $? -eq 1 ] && [ "$(cut -d : -f 1 out | tr '\n' ' ')" = 'mixed/a mixed/d 3 files ' ] &&
    [ "$(tail -n 1 out)" = '3 files: 2 indexed, 1 damaged' ] && [ -s mixed/a.ttidx ] && [ -s mixed/d.ttidx ] &&
    grep -q 'mixed/b: offset 30' err || wrong "index -r beside a damaged file: $(cat out err)"
chmod 640 short && rm -f short.ttidx && "$teetape" index -q short
[ "$(stat -c %a short.ttidx 2>/dev/null || echo 640)" = 640 ] || wrong 'the index has other rights than its recording'
# Moves by (0, 0), which the reader holds back, at the end of a recording that lost power: they are given after the last piece.
many=$tree/tests/recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian
cuts='100001 100002 100003 131071' runs='3 8 10 12 16 25'
[ "$share" = 1 ] || cuts='100001 131071' runs='3 10 25'
for cut in $cuts; do
    for zeros in $runs; do
        { head -c $cut "$many" && head -c $zeros /dev/zero; } >zeros.teehistorian
        rm -f zeros.teehistorian.ttidx
        code=0
        "$teetape" index -q zeros.teehistorian >out 2>err || code=$?
        [ $code -le 1 ] || wrong "index: $cut bytes and $zeros zeros: $code"
        "$teetape" verify zeros.teehistorian >out 2>err || true
        grep -q 'index good' out || wrong "verify: $cut bytes and $zeros zeros: $(cat out)"
    done
done
exit $bad
