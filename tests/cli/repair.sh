#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: repair.sh COMMAND SOURCE_DIR
#
# What repair writes and says: whole recordings, cut and damaged ones, compressed ones that are cut, stdin and
# stdout, outputs that exist or cannot be written.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"

# run STATUS WORD...: standard output to `out`, standard error to `err`.
run() {
    wanted=$1
    shift
    "$teetape" repair "$@" >out 2>err </dev/null
    got=$?
    [ $got -eq "$wanted" ] || { wrong "teetape repair $*: exit status $got in place of $wanted" && cat err; }
}
says() {
    grep -qF -e "$2" "$1" || { wrong "$1 has no '$2' in it:" && cat "$1"; }
}
silent() {
    [ ! -s "$1" ] || { wrong "$1 should be empty:" && cat "$1"; }
}
good() {
    "$teetape" verify --strict "$1" >verified 2>&1 || { wrong "verify of $1:" && cat verified; }
}
# has_codec NAME: this build can write such files.
has_codec() {
    "$teetape" --version | grep -q -e "$1"
}

recording=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
killed=$tree/tests/recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian
finish=$(int -1)

# A whole one is copied; one without FINISH gets it.
run 0 -o whole "$recording"
cmp whole "$recording" || wrong 'a whole recording was changed'
says err 'nothing was lost'
silent out
run 0 --resync --quiet -o - "$recording"
cmp out "$recording" || wrong 'stdout is not the same'
silent err
"$teetape" repair - -o from_stdin <"$recording" 2>/dev/null || wrong 'stdin'
cmp from_stdin "$recording" || wrong 'stdin was changed'
run 0 -o closed "$killed"
{ cat "$killed" && printf %s "$finish"; } | cmp - closed || wrong 'FINISH is not all that was added'
says err 'FINISH added'

# What is there is not replaced unasked, and may be the input itself.
run 2 -o closed "$killed"
says err '--force replaces it'
cp "$killed" own
run 0 --force -o own own
cmp own closed || wrong 'a recording repaired in its place'

# A cut one: its whole records.
head -c 20001 "$recording" >cut
run 0 -o mended cut
good mended
says err 'the file ends inside a record'
says err 'FINISH added'
size=$(wc -c <mended)
[ "$size" -gt 19900 ] || wrong "a cut recording lost too much: $size"
head -c $((size - 1)) cut >kept
head -c $((size - 1)) mended | cmp - kept || wrong 'a cut recording was changed'

# Damage in the middle: everything behind it is lost, or not.
{ head -c 20000 "$recording" && head -c 300 /dev/zero | tr '\0' '\177' && tail -c +20301 "$recording"; } >damaged
run 0 --force -o mended damaged
good mended
says err 'left out everything from here on'
[ "$(wc -c <mended)" -lt 20100 ] || wrong 'something behind the damage was kept'
run 0 --resync -o mended2 damaged
good mended2
says err 'that cannot be decoded'
says err 'that build on what is lost'
grep -q 'copied .* gaps 1' err || { wrong 'the summary' && cat err; }
run 0 --resync --force --json -o mended2 damaged
says out '"output":"mended2","bytes":45051,'
says out '"gaps":1,'
says out '{"what":"gap","status":"TT_ERR_TH_KIND","offset":'
says out '"damaged":true'
[ "$(wc -l <out)" -eq 1 ] || wrong 'not one line of JSON'
"$teetape" dump --json mended2 | grep -c '"kind":"message"' >count
"$teetape" dump --json "$recording" | grep -c '"kind":"message"' >count_before
[ $(($(cat count_before) - $(cat count))) -lt 5 ] || wrong 'messages behind the damage were lost'

# Records that are errors by themselves. Twelve of a kind: not each is told.
{
    header 2 ''
    int -3 1 5 5
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do int 7 "$i" 1; done
    int -8 4 -1
} >errors
run 0 --json -o mended3 errors
good mended3
says out '"faults":[{"status":"TT_ERR_TH_NOT_ALIVE","count":12,"first_offset":36}]'
[ "$(grep -c 'a tee that is not there' err)" -eq 10 ] || { wrong 'ten are told' && cat err; }
says err 'in all 12 times'
run 0 --quiet --force -o mended3 errors
silent err

# Nothing to be done: no output either.
printf 'a text, no recording' >text
run 1 -o none text
says err 'not a teehistorian file'
: >empty
run 1 -o none empty
says err 'the file is empty'
{ head -c 100 "$recording" && printf 'x\0'; } >header
run 1 -o none header
says err 'without its header nothing can be repaired'
run 3 -o none missing
run 3 -o nowhere/none "$recording"
[ ! -e none ] || wrong 'there is an output of nothing'

# Wrong usage.
run 2 "$recording"
says err 'where to?'
run 2 -o none
run 2 -o none "$recording" "$killed"
says err 'only one recording'
run 2 -r -o none .
run 2 --json -o - "$recording"
[ ! -e none ] || wrong 'there is an output of wrong usage'

# The magic can be told from the header.
{ printf 'damaged!' && tail -c +9 "$recording"; } >magic
run 0 -o mended4 magic
cmp mended4 "$recording" || wrong 'the magic was not mended'
says err 'the first 16 bytes were damaged'

# Compressed: by the name of the output, and inputs that are cut.
if has_codec liblzma; then
    run 0 -o whole.xz "$recording"
    "$teetape" repair -q whole.xz -o - | cmp - "$recording" || wrong 'through .xz'
    size=$(wc -c <whole.xz)
    head -c $((size / 2)) whole.xz >half.xz
    run 0 --json -o half half.xz
    good half
    says out '"compressed_damage":{"file_offset":'
    says out '"damaged":true'
    kept=$(($(wc -c <half) - 1))
    [ $kept -gt 1000 ] || wrong 'nothing of a cut .xz'
    head -c $kept "$recording" >kept
    head -c $kept half | cmp - kept || wrong 'a cut .xz was changed'
fi
if has_codec zlib; then
    run 0 -o whole.gz "$recording"
    gzip -dc whole.gz | cmp - "$recording" || wrong 'through .gz'
fi

# A reader that leaves is no failure, a full disk is one.
"$teetape" repair -q -o - "$recording" | head -c 10 >/dev/null
if [ -e /dev/full ]; then
    "$teetape" repair -q -o - "$recording" >/dev/full 2>err
    [ $? -eq 3 ] || wrong 'a full disk was not told'
fi
find . -name '.teetape*' | grep -q . && wrong 'a temporary file was left'
exit $bad
