#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: anonymize.sh COMMAND SOURCE_DIR
#
# Outputs and their names, keys, what a run prints, damaged inputs, and that nobody of a recording is left in
# what was written.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"

recording=$tree/tests/recordings/gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201.teehistorian
key=0123456789abcdef0123456789abcdef

# To a file; what is there is not replaced unasked; the same key gives the same bytes.
run 0 anonymize --key $key -o one "$recording"
silent err
says out 'one: '
run 2 anonymize --key $key -o one "$recording"
says err '--force replaces it'
cp one before
run 0 anonymize --force --key $key -o one "$recording"
cmp one before || wrong 'the same key gave other bytes'
run 0 anonymize --key $key -o - "$recording"
cmp out one || wrong 'stdout is not the same'
silent err
"$teetape" verify --strict --quiet one || wrong 'the result has errors or warnings'
ls -A >listing
grep -q '^\.teetape' listing && wrong 'a temporary file was left'

# Nobody is in it, neither by name nor by the name of the file, and what moved is the same.
"$teetape" players --json "$recording" | grep -o '"name":"[^"]*"' | cut -d '"' -f 4 >names
[ -s names ] || wrong 'no names were found'
LC_ALL=C tr '\000\001' '\n\n' <"$recording" | LC_ALL=C sed -n '/timeout$/{n;n;p;}' >>names
while IFS= read -r name; do
    LC_ALL=C grep -a -q -F -e "$name" one && wrong "'$name' is still there"
done <names
LC_ALL=C grep -a -q -e 31d4b0ce -e 2026 one && wrong 'the game or its day is still there'
for file in "$recording" one; do
    "$teetape" dump --json --kind player_new,player_diff,player_old,input_new,input_diff,join,tick_skip,finish "$file" \
        >"numbers-$(basename "$file")"
done
cmp numbers-* || wrong 'positions, inputs or ticks have changed'

# Another key, and a random one: other names. The random one is reported, but not which it is.
run 0 anonymize --key "another $key" -o two "$recording"
cmp -s one two && wrong 'another key gave the same bytes'
run 0 anonymize -o three "$recording"
says err 'the key is random'
# What is refused is refused without a word about the key.
for words in "$tree/tests/recordings/dm1/client0.demo" "$tree/README.md"; do
    "$teetape" anonymize -o refused "$words" >out 2>err
    [ $? -ne 0 ] || wrong "anonymize takes $words"
    hides err 'key'
done
run 2 anonymize --key short -o three "$recording"
hides err 'key'
run 0 anonymize -o four "$recording"
cmp -s three four && wrong 'two random keys gave the same bytes'
run 0 anonymize --quiet -o five "$recording"
silent err
silent out

# A key in a file, with a line end after it or without.
printf %s $key >key
run 0 anonymize --key-file key -o six "$recording"
cmp one six || wrong 'the key in a file gave other bytes'
printf '%s\r\n' $key >key
run 0 anonymize --key-file key --force -o six "$recording"
cmp one six || wrong 'a line end belongs to the key'
# A key is bytes, also those that compressed data begins with; and "-" is a file.
for first in '\037\213\010' '\375\067\172\130\132\000' '\050\265\057\375'; do
    # shellcheck disable=SC2059
    printf "$first$key" >magic
    run 0 anonymize --key-file magic --force -o six "$recording"
    cmp -s one six && wrong 'the first bytes of a key count for nothing'
done
cp magic ./-
run 0 anonymize --key-file - -o seven "$recording"
cmp six seven || wrong 'the key in a file that is called -'
rm seven ./-
run 3 anonymize --key-file nowhere -o seven "$recording"
says err 'nowhere: the key cannot be read'
[ ! -e seven ] || wrong 'there is an output without a key'
: >empty
run 2 anonymize --key-file empty -o seven "$recording"
says err 'the key is empty'
run 2 anonymize --key '' -o seven "$recording"
run 2 anonymize --key a --key-file key -o seven "$recording"
says err 'exclude each other'
head -c 5000 /dev/zero >long
run 2 anonymize --key-file long -o seven "$recording"
says err 'too long'
run 0 anonymize --key short -o seven "$recording"
says err 'can be found by trying'

# Wrong usage.
run 2 anonymize "$recording"
says err 'no output is given'
run 2 anonymize -o eight "$recording" "$recording"
says err 'for several recordings, -o needs a folder'
run 2 anonymize -r -o eight "$tree/tests/recordings"
says err 'needs a folder too'
run 2 anonymize --json -o - "$recording"
says err 'cannot both go to stdout'
run 2 anonymize -o eight
says err 'which file?'
[ ! -e eight ] || wrong 'wrong usage, but an output'

# Many recordings to a folder: new ids are their names, links remain links, persons remain persons.
run 0 anonymize -r --json --key $key -o many/ "$tree/tests/recordings"
[ "$(cat err)" = 'teetape: note: 6 of 7 recordings were taken; 1 is a demo, and teetape anonymize takes teehistorian files' ] ||
    wrong "anonymize of a folder says: $(cat err)"
[ "$(find many -name '*.teehistorian' | wc -l)" -eq 6 ] || wrong 'not six outputs'
for file in many/*; do
    name=$(basename "$file" .teehistorian)
    [ -e "$(find "$tree/tests/recordings" -name "$name.teehistorian")" ] && wrong "$name: an old id is a name"
    says out "\"output\":\"$file\",\"game_uuid\":\"$name\""
    "$teetape" info --json "$file" | grep -q "\"game_uuid\":\"$name\"" || wrong "$file: another id in it"
done
cmp one many/"$("$teetape" info --json one | grep -o '"game_uuid":"[^"]*"' | cut -d '"' -f 4)".teehistorian ||
    wrong 'a folder gives other bytes'
run 2 anonymize --key $key -o many "$recording"
says err 'exists'
run 0 anonymize --force --key $key -o many "$recording"
mkdir twice && cp "$recording" twice/copy.teehistorian
run 2 anonymize --force --key $key -o many "$recording" twice/copy.teehistorian
says err 'left out: another recording of this run is written to many/'

# Pseudonyms of a crafted chain: the same person in both, and what a command says of him.
{
    header 2 ',"version_minor":"22","game_uuid":"00112233-4455-4677-8899-aabbccddeeff"'
    int -2 9 -8 0
    { int 0 && text nameless; } | ex d016f9b9-4151-3b87-87e5-3a6087eb5f26
    int -9 0 && text 'kicked by nameless'
    int -1
} >first
{
    header 2 ',"prev_game_uuid":"00112233-4455-4677-8899-aabbccddeeff","server_name":"nameless"'
    int -2 9 -8 5
    start_info '  nameless ' nameless | message 5
    command_record 5 128 rank nameless
    command_record 5 128 me nameless
    { int 5 && text secret; } | ex 866bfdac-fb49-3c0b-a887-5fe1f3ea00b8
    int -1
} >second
run 0 anonymize --key $key --json -o pair/ first second
says out '"removed":1,'
LC_ALL=C grep -a -q -e nameless -e secret pair/* && wrong 'a name is still there'
first=$(sed -n '1s/.*"game_uuid":"\([^"]*\)".*/\1/p' out)
says out '"file":"second"'
says out '"game_uuid":null'
"$teetape" info --json -r pair | grep -q "\"prev_game_uuid\":\"$first\"" || wrong 'the link is lost'
person=$("$teetape" dump --json --kind player_name "pair/$first.teehistorian" | grep -o '"name":"[^"]*"' | cut -d '"' -f 4)
"$teetape" dump --json -r pair >both
says both "\"cmd\":\"rank\",\"args\":[\"$person\"]"
says both "\"cmd\":\"me\",\"args\":[]"
says both "\"fields\":{\"name\":\"$person\""
says both '"reason":""'

# Damaged: what is readable, and 1. Not a recording, and not there: no output.
head -c 20000 "$recording" >'cut'
run 1 anonymize --key $key -o cut-out cut
run 0 verify --json cut-out
says out '"state":"unfinished","'
says out '"warnings":0,'
{
    header 2 ''
    int -2 9 -8 0 0 5 5 -3 0 1 1 -1
} >errors
run 1 anonymize --key $key --json -o errors-out errors
says out '"kept":4,"changed":0,"removed":0,"refused":1,"complete":true,"errors":1'
"$teetape" verify --strict --quiet errors-out || wrong 'errors were copied'
printf 'no recording' >foreign
run 1 anonymize --key $key -o foreign-out foreign
run 3 anonymize --key $key -o foreign-out nowhere
[ ! -e foreign-out ] || wrong 'there is an output of nothing'
head -c 500 "$recording" >no-header
run 1 anonymize --key $key -o no-header-out no-header
[ ! -e no-header-out ] || wrong 'there is an output without a header'
run 3 anonymize --key $key -o nowhere/out "$recording"

# Compressed, from stdin, with the time kept, with a pipe that is left.
if command -v gzip >/dev/null && "$teetape" --version | grep -q zlib; then
    gzip -c "$recording" >one.gz
    run 0 anonymize --key $key -o from-gz one.gz
    cmp one from-gz || wrong 'a compressed input gives other bytes'
fi
"$teetape" anonymize --key $key -o from-stdin - <"$recording" >out || wrong 'stdin failed'
cmp one from-stdin || wrong 'stdin gives other bytes'
run 0 anonymize --key $key --keep-time -o timed "$recording"
"$teetape" info --json timed | grep -q '"start_time":"2026-11-21T08:06:51+0000"' || wrong 'the time was not kept'
# One player keeps the name, in every file of the run; the list is for its owner alone.
dm1=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
mkdir judged
(umask 0 && "$teetape" anonymize -q --key $key --keep player1 --keep renamed0 --list pairs -o judged "$dm1" "$recording") || wrong '--keep'
[ -n "${TT_WINDOWS:-}" ] || find pairs -perm 600 | grep -q . || wrong "the list is $(ls -l pairs)"
"$teetape" players --json judged/*.teehistorian | grep -q '"names":\["[a-z]* [0-9]*","renamed0"\]' || wrong 'renamed0 has another name'
"$teetape" players --json judged/*.teehistorian | grep -c '"name":"player1"' >count
[ "$(cat count)" -ge 1 ] || wrong 'player1 has no name'
LC_ALL=C grep -q -e dummy0 -e player0 judged/*.teehistorian && wrong 'a name that is not kept is in a copy'
tab=$(printf '\t')
grep -qx "player1${tab}player1" pairs || wrong "the list has no player1: $(cat pairs)"
pseudonym=$(sed -n "s/${tab}dummy0\$//p" pairs)
"$teetape" players judged/*.teehistorian | grep -q "  $pseudonym " || wrong "dummy0 is not $pseudonym"
[ "$(cut -f 2 pairs | sort -u | wc -l)" -eq "$(wc -l <pairs)" ] || wrong 'a name is in the list twice'
cp pairs before
run 2 anonymize -q --key $key --list pairs -o other "$dm1"
same before pairs 'a list that exists'
run 0 anonymize --key $key --keep nobody --list pairs --force -o other "$dm1"
says err "nobody has the name 'nobody'"
grep -q "^player1$tab" pairs && wrong 'a name is kept that nobody asked for'
for list in other ./other; do
    run 2 anonymize -q --key $key --force --list $list -o other "$dm1"
    grep -q player0 other && wrong "the list of names takes the place of the output: $list"
done
mkdir into
run 0 anonymize -q --key $key -o into/ "$dm1"
made=into/$(ls into)
run 2 anonymize -q --key $key --force --list "$made" -o into/ "$dm1"
grep -q player0 "$made" && wrong 'the list of names takes the place of an output'
run 2 anonymize -q --key $key --force --list "$dm1" -o other "$dm1"
"$teetape" anonymize --key $key -o - "$recording" | head -c 1 >/dev/null || wrong 'a reader that leaves is no failure'
exit $bad
