#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: repair.sh COMMAND SOURCE_DIR
#
# What repair writes and says: whole recordings, cut and damaged ones, compressed ones that are cut, stdin and
# stdout, outputs that exist or cannot be written.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"

recording=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
killed=$tree/tests/recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian
finish=$(int -1)

# A whole one is copied; one without FINISH gets it.
run 0 repair -o whole "$recording"
cmp whole "$recording" || wrong 'a whole recording was changed'
says err 'there was nothing to repair'
silent out
run 0 repair --resync --quiet -o - "$recording"
cmp out "$recording" || wrong 'stdout is not the same'
silent err
"$teetape" repair - -o from_stdin <"$recording" 2>/dev/null || wrong 'stdin'
cmp from_stdin "$recording" || wrong 'stdin was changed'
run 0 repair -o closed "$killed"
{ cat "$killed" && printf %s "$finish"; } | cmp - closed || wrong 'FINISH is not all that was added'
says err 'nothing was lost'
says err 'closed with FINISH at tick'

# What is there is not replaced unasked, and the input itself never.
run 2 repair -o closed "$killed"
says err '--force replaces it'
cp "$killed" own
run 2 repair --force -o own own
says err 'own: the output would be the recording itself'
cmp own "$killed" || wrong 'a recording was repaired in its place'

# A cut one: its whole records.
head -c 20001 "$recording" >'cut'
run 0 repair -o repaired cut
good repaired
says err 'the file ends inside a record'
says err 'closed with FINISH at tick 2109 (0:00:42.18)'
size=$(wc -c <repaired)
[ "$size" -gt 19900 ] || wrong "a cut recording lost too much: $size"
head -c $((size - 1)) cut >kept
head -c $((size - 1)) repaired | cmp - kept || wrong 'a cut recording was changed'

# A damaged byte that looks like FINISH: what comes after it is left out, and the sentence says what may get it.
{ head -c 20000 "$recording" && head -c 300 /dev/zero | tr '\0' '\100' && tail -c +20301 "$recording"; } >ended
run 0 repair -o ended.repaired ended
says err 'after FINISH'
says err '--resync resumes after the damage'

# Damage in the middle: everything after it is lost, or not.
{ head -c 20000 "$recording" && head -c 300 /dev/zero | tr '\0' '\177' && tail -c +20301 "$recording"; } >damaged
run 0 repair --force -o repaired damaged
good repaired
says err 'left out everything from here on'
says err '--resync resumes after the damage'
[ "$(wc -c <repaired)" -lt 20100 ] || wrong 'something after the damage was kept'
run 0 repair --resync -o repaired2 damaged
good repaired2
says err 'that cannot be decoded'
says err 'that depend on what is lost'
grep -q 'copied .* gaps: 1$' err || { wrong 'the summary' && cat err; }
run 0 repair --resync --force --json -o repaired2 damaged
says out '"output":"repaired2","bytes":45051,'
says out '"gaps":1,'
says out '{"what":"gap","status":"TT_ERR_TH_KIND","offset":'
says out '"damaged":true'
[ "$(wc -l <out)" -eq 1 ] || wrong 'not one line of JSON'
"$teetape" dump --json repaired2 | grep -c '"kind":"message"' >count
"$teetape" dump --json "$recording" | grep -c '"kind":"message"' >count_before
[ $(($(cat count_before) - $(cat count))) -lt 5 ] || wrong 'messages after the damage were lost'

# Records that are errors by themselves. Twelve of a kind: not each is reported.
{
    header 2 ''
    int -3 1 5 5
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do int 7 "$i" 1; done
    int -8 4 -1
} >errors
run 0 repair --json -o repaired3 errors
good repaired3
says out '"repaired":0,"losses":'
says out '"faults":[{"status":"TT_ERR_TH_NOT_ALIVE","count":12,"first_offset":36}]'
[ "$(grep -c 'a tee that is not there' err)" -eq 10 ] || { wrong 'ten are reported' && cat err; }
says err '12 times in all'
run 0 repair --quiet --force -o repaired3 errors
silent err

# Nothing to be done: no output either.
printf 'a text, no recording' >text
run 1 repair -o none text
says err 'text: neither a teehistorian file nor a demo'
head -c 4096 /dev/zero >zeros
run 1 repair -o none zeros
says err 'zeros: offset 0: the file begins with zeros, not with a recording'
: >empty
run 1 repair -o none empty
says err 'the file is empty'
{ head -c 100 "$recording" && printf 'x\0'; } >header
run 1 repair -o none header
says err 'without its header nothing can be repaired'
run 3 repair -o none missing
run 3 repair -o nowhere/none "$recording"
[ ! -e none ] || wrong 'there is an output of nothing'

# Wrong usage.
run 2 repair "$recording"
says err 'no output is given'
run 2 repair -o none
run 2 repair -o none "$recording" "$killed"
says err 'for several recordings, -o needs a folder'
run 2 repair -r -o none .
says err '-o needs a folder too: the folder none does not exist; -o none/ makes it'
: >plain
run 2 repair -r -o plain .
says err '-o needs a folder too: plain is a file'
rm plain
run 2 repair --strict -o none "$recording"
run 2 repair --json -o - "$recording"
[ ! -e none ] || wrong 'there is an output of wrong usage'

# The magic follows from the header.
{ printf 'damaged!' && tail -c +9 "$recording"; } >magic
run 0 repair -o repaired4 magic
cmp repaired4 "$recording" || wrong 'the magic was not repaired'
says err 'the first 16 bytes were damaged'

# Cut at many places, of the header too: a readable file with the records before the cut, or none.
full=$(wc -c <"$recording")
head_size=$(tr '\0' '\n' <"$recording" | tail -c +17 | head -n 1 | wc -c)
head_size=$((head_size + 16))
size=0
while [ "$size" -lt "$full" ]; do
    head -c "$size" "$recording" >'cut'
    rm -f repaired
    if [ "$size" -lt "$head_size" ]; then
        run 1 repair -o repaired cut
        [ ! -e repaired ] || wrong "a header cut at $size gives something"
        size=$((size + 307))
        continue
    fi
    run 0 repair -o repaired cut
    good repaired
    kept=$(($(wc -c <repaired) - 1))
    [ $kept -le "$size" ] && [ $kept -gt $((size - 300)) ] || wrong "cut at $size: $kept bytes are kept"
    head -c $kept repaired >kept
    head -c $kept "$recording" | cmp - kept || wrong "cut at $size: what is kept differs"
    size=$((size + 1709))
done

# Compressed: by the name of the output, and inputs that are cut or damaged: what can be decompressed is there.
# cut_compressed ENDING LEAST FILE PART...: without one PARTth of its end it gives at least this many bytes.
cut_compressed() {
    ending=$1 least=$2 original=$3
    shift 3
    run 0 repair --force -o "whole.$ending" "$original"
    "$teetape" repair -q "whole.$ending" -o - | cmp - "$original" || wrong "through .$ending"
    size=$(wc -c <"whole.$ending")
    for part; do
        head -c $((size - size / part - 1)) "whole.$ending" >"part.$ending"
        run 0 repair --json --force -o part "part.$ending"
        good part
        says out '"compressed_damage":{"file_offset":'
        says out '"damaged":true'
        says err "part.$ending: warning: byte"
        kept=$(($(wc -c <part) - 1))
        [ $kept -gt "$least" ] || wrong "a cut .$ending gives only $kept"
        head -c $kept "$original" >kept
        head -c $kept part | cmp - kept || wrong "a cut .$ending was changed"
    done
    head -c 9 "whole.$ending" >"part.$ending"
    rm -f part
    run 1 repair -o part "part.$ending"
    says err 'nothing can be decompressed'
    { head -c $((size * 3 / 4)) "whole.$ending" && printf 'damage' && tail -c +$((size * 3 / 4 + 7)) "whole.$ending"; } >"part.$ending"
    run 0 repair -o part "part.$ending" # what is decompressed before the damage shows may be wrong, but is readable
    "$teetape" verify -q part || wrong "a damaged .$ending"
    says err "part.$ending: warning: byte"
}
# Zstandard gives nothing of a block of 128 KiB before its end.
! has_codec xz || cut_compressed xz 3000 "$recording" 100 4 2
! has_codec gz || cut_compressed gz 3000 "$recording" 100 4 2
! has_codec zst || cut_compressed zst 100000 "$tutorial" 100 4

# Several into a folder, with their own names; what is no recording is passed over in folders only.
mkdir -p many/inner
cp "$recording" many/a
cp "$killed" many/inner/b
cp damaged many/inner/c
cp text empty many/inner
run 0 repair -r -o all/ many
[ "$(cd all && echo *)" = 'a b c' ] || wrong "a folder gives $(ls all)"
cmp all/a "$recording" || wrong 'the first of a folder'
cmp all/b closed || wrong 'the second of a folder'
good all/c
run 2 repair -r -o all many
[ "$(grep -c 'replaces it' err)" -eq 3 ] || wrong 'three are there already'
run 0 repair --force --json -o all many/a many/inner/b
grep -q '^{"file":"many/a","output":"all/a",' out || { wrong 'the file in JSON' && cat out; }
run 1 repair --force -o all many/a many/inner/text
says err 'many/inner/text: neither a teehistorian file nor a demo'
cp many/a many/inner/a
run 2 repair --force -r -o all many
says err 'left out: another recording of this run is written to all/a'
"$teetape" repair - -o all/ <"$recording" >out 2>err
[ $? -eq 2 ] || wrong 'stdin has no name in a folder'
cp -r many/inner inner-before
run 2 repair --force -r -q -o many/inner many/inner
diff -r inner-before many/inner || wrong 'a folder was repaired in its place'

# Whatever fails while the output is written leaves nothing: a disk that is full, a signal.
limited 1 "$teetape" repair "$recording" -o none >out 2>err
[ $? -eq 3 ] && [ ! -e none ] || wrong "a file that may not be so large: $(cat err)"
mkdir small
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=32k none small 2>/dev/null; then
    trap 'umount "$folder/small"; rm -rf "$folder"' EXIT
    printf x >small/out
    run 3 repair --force -o small/out "$recording"
    says err 'No space left'
    [ "$(cat small/out)" = x ] || wrong 'what was there before is gone'
    [ "$(ls -A small)" = out ] || wrong "a full disk leaves $(ls -A small)"
fi
mkfifo slow
"$teetape" repair slow -o none >out 2>err &
child=$!
{
    cat "$recording"
    sleep 0.3
    kill -TERM $child
    sleep 0.2
} >slow
wait $child
[ $? -eq 143 ] || wrong "SIGTERM: status $?"
[ ! -e none ] || wrong 'SIGTERM leaves an output'

# Independent blocks: with --resync the next one that is not damaged is read.
blocks=$tree/tests/recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian
spoil() { # FILE, at this many hundredths of it
    printf 'XXXXXXXXXXXXXXXX' | dd of="$1" bs=1 seek=$(($(wc -c <"$1") * $2 / 100)) conv=notrunc 2>/dev/null
}
if command -v xz >/dev/null && "$teetape" --version | grep -q liblzma; then
    xz -0 --block-size=20000 -c "$blocks" >blocks.xz
    spoil blocks.xz 30
    spoil blocks.xz 60
    "$teetape" repair blocks.xz -o without 2>err || wrong 'repair of damaged blocks'
    says err 'note: --resync resumes at the next undamaged block'
    "$teetape" repair --resync --json blocks.xz -o with >out 2>err || wrong "repair --resync of damaged blocks: $(cat err)"
    # What the decompressor gives before it notices may decode, as moves by (0, 0): odd, and no damage.
    "$teetape" verify with >out2 2>err2 || wrong 'what --resync makes of damaged blocks is not good'
    [ "$(grep -cv 'a tee that moved by (0, 0)' err2)" -eq 0 ] || wrong "what --resync makes of damaged blocks: $(cat err2)"
    grep -q '"places":2}' out && grep -q '"gaps":2,' out || wrong "repair --resync of two damaged blocks: $(cat out)"
    [ "$(sed 's/.*"bytes":\([0-9]*\),"written.*/\1/' out)" -eq "$(wc -c <"$blocks")" ] || wrong "what is missing is not counted: $(cat out)"
    last_tick() {
        "$teetape" info --json "$1" | sed 's/.*"last_tick":\([0-9]*\),.*/\1/'
    }
    [ "$(last_tick with)" -gt $(($(last_tick without) + 5000)) ] || wrong "nothing after a damaged block is used: $(last_tick without), $(last_tick with)"
    # Not in a pipe, and not without the table at the end; then as without.
    cat blocks.xz | "$teetape" repair -q --resync - -o pipe 2>err && cmp -s pipe without || wrong 'repair --resync of damaged blocks in a pipe'
    head -c $(($(wc -c <blocks.xz) - 20)) blocks.xz >tableless.xz
    "$teetape" repair -q --resync tableless.xz -o tableless 2>err && cmp -s tableless without || wrong 'repair --resync of damaged blocks without a table'
fi

# A file of which nothing can be used does not keep the others of a folder.
mkdir some
cp "$recording" some/a
head -c 30 "$recording" >some/b
cp "$blocks" some/c
echo 'no recording' >some/d.txt
"$teetape" repair -r -o some.out/ some >out 2>err
[ $? -eq 1 ] && says err 'some/b: offset 30: the header does not end' || wrong "a folder with a file that cannot be repaired: $(cat err)"
[ "$(ls -A some.out | tr '\n' ' ')" = 'a c ' ] && cmp -s some.out/c "$blocks" || wrong "a folder with a file that cannot be repaired gives $(ls -A some.out)"

# A reader that leaves is no failure, a full disk is one.
"$teetape" repair -q -o - "$recording" | head -c 10 >/dev/null
if [ -e /dev/full ]; then
    "$teetape" repair -q -o - "$recording" >/dev/full 2>err
    [ $? -eq 3 ] || wrong 'a full disk was not told'
fi
find . -name '.teetape*' | grep -q . && wrong 'a temporary file was left'
exit $bad
