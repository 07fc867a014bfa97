#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: batch.sh COMMAND SOURCE_DIR
#
# Many inputs of which some are of the other format, or have nothing of what was asked for: no error, and one line says how
# many. One that is named and of the wrong format is wrong usage.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
XDG_DATA_HOME=$folder/data
export XDG_DATA_HOME
mkdir -p mix/below
cp "$recordings"/dm1/*.teehistorian mix/a.teehistorian
cp "$recordings/dm1/client0.demo" mix/b.demo
cp "$recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian" mix/below/c.teehistorian
echo 'a text' >mix/README
a=mix/a.teehistorian b=mix/b.demo c=mix/below/c.teehistorian

# batch SENTENCE WORD...: status 0, and this is the one line on stderr. "" is none.
batch() {
    batch_line=$1
    shift
    rm -rf new
    run 0 "$@"
    if [ -z "$batch_line" ]; then
        silent err
    else
        [ "$(cat err)" = "teetape: note: $batch_line" ] || wrong "teetape $* says: $(cat err)"
    fi
}
takes='teehistorian files'
batch "2 of 3 recordings were taken; 1 is a demo, and teetape demo takes $takes" demo --split player --no-map -r -o new mix
[ "$(ls new | wc -l)" -eq 5 ] || wrong "demos of a folder: $(ls new)"
batch "1 of 3 recordings has what was asked for; 1 is a demo, and teetape demo takes $takes" \
    demo --split player --player player0 --no-map -r -o new mix
[ "$(ls new | wc -l)" -eq 1 ] || wrong "demos of player0: $(ls new)"
batch "0 of 3 recordings have what was asked for; 1 is a demo, and teetape demo takes $takes" \
    demo --split finish --no-map -r -o new mix
batch '0 of 2 recordings have what was asked for' demo --split player --player nobody --no-map -o new $a $c
batch '1 of 2 recordings has what was asked for' demo --split player --player player0 --no-map -o new $a $c
batch '' index -r --index-dir indexes mix
[ "$(find indexes -name '*.ttidx' | wc -l)" -eq 3 ] || wrong "indexes of a folder: $(find indexes)"
batch "2 of 3 recordings were taken; 1 is a demo, and teetape anonymize takes $takes" anonymize -r --key 'a key that is long enough' -o new/ mix
[ "$(ls new | wc -l)" -eq 2 ] || wrong "anonymized: $(ls new)"

# Where all files make one output, the note is the same, unless one of them has the player.
run 0 table sessions --player Player0 -o none.csv mix
says err "note: no player has this name; did you mean 'player0'?"
run 0 table sessions --player player0 -o some.csv mix
grep 'did you mean' err && wrong 'a name that is there'

for command in dump players chat; do
    batch '2 of 3 recordings have what was asked for' $command --player player0 -r --json mix
    grep -q below out && wrong "$command --player player0 has somebody of another recording"
    batch '0 of 3 recordings have what was asked for' $command --player nobody -r mix
    batch "0 of 3 recordings have what was asked for; did you mean 'player0'?" $command --player PLAYER0 -r mix
    silent out
    batch '0 of 3 recordings have what was asked for' $command --player 100 -r --json mix
    batch '0 of 3 recordings have what was asked for' $command --from marker:1 -r mix
    batch '0 of 3 recordings have what was asked for' $command --from 2020-01-01T00:00 --to 2021-01-01T00:00 -r mix
    batch '2 of 3 recordings have what was asked for' $command --from 2020-01-01T00:00 --to 2026-11-21T08:06 $a $b $c
    batch '' $command -r --json mix
    batch '' $command --quiet --player nobody -r mix
    batch '' $command --to 100000 -r --json mix
done
batch '2 of 3 recordings have what was asked for' dump --kind finish -r mix
batch '1 of 3 recordings has what was asked for' dump --kind snapshot -r --json mix
for command in info verify; do batch '' $command -r mix; done
# Damage and what the system refuses come through.
head -c 20001 $a >mix/cut.teehistorian
run 1 dump --player nobody -r mix
says err 'cut.teehistorian: '
says err 'teetape: note: 0 of 4 recordings have what was asked for; 1 is damaged'
: >mix/empty.teehistorian
run 1 players --player player0 -r mix
says err 'teetape: note: 3 of 5 recordings have what was asked for; 2 are damaged'
run 1 demo --split player --player nobody --no-map -o parts -r mix
says err '; 1 is a demo, and teetape demo takes teehistorian files; 2 are damaged'
rm mix/cut.teehistorian mix/empty.teehistorian
run 3 dump --player nobody mix missing -r
says err 'missing: '

# wrong FILE SENTENCE WORD...: named, and of the wrong kind.
wrong_kind() {
    wrong_sentence=$1
    shift
    run 2 "$@"
    says err "$wrong_sentence"
    silent out
    [ -z "$(find . -name 'new*')" ] || wrong "teetape $* leaves $(find . -name 'new*')"
}
rm -rf new
for command in demo anonymize; do
    wrong_kind "teetape: $b: this is a demo; teetape $command takes $takes" $command -o new $b
done
wrong_kind "$a: this is a teehistorian file; teetape map takes demos" map -o new $a
wrong_kind "$a: this is a teehistorian file; teetape concat takes demos" concat -o new $a $b
wrong_kind "$a: this is a teehistorian file; teetape concat takes demos" concat -o new $b $a
feed 2 concat -o new $b - <$a
says err 'stdin: this is a teehistorian file; teetape concat takes demos'
wrong_kind "$a: this is a teehistorian file; --items is for demos" dump --items $a
for option in --drop-chat --drop-inputs '--hide x' '--rename x=y' --strip-map "--attach-map $a"; do
    # shellcheck disable=SC2086
    wrong_kind "$a: this is a teehistorian file; " cut $option -o new $a
    says err 'are for demos'
done
# These are for both formats: where there is no match, the message says what is missing.
for file in $a $b; do
    for words in '--finish|there is no finish in this recording; ' '--around-chat nothing-like-it|no chat line contains' '--team 100|nobody of the team is in this span'; do
        # shellcheck disable=SC2086
        run 2 cut ${words%|*} -o new "$file"
        says err "$file: "
        says err "${words#*|}"
        [ -z "$(find . -name 'new*')" ] || wrong "cut $words leaves $(find . -name 'new*')"
    done
    run 0 cut --split 5000 -o piece "$file"
    [ -e piece.001 ] || wrong "cut --split $file: $(cat out)"
    rm -f piece*
done
run 2 demo --split player --no-map -o new $a $b
says err "$b: this is a demo; teetape demo takes $takes"
[ "$(ls new | wc -l)" -eq 4 ] || wrong 'the recording beside a demo was not taken'
# What is no recording at all remains what it was.
run 1 map -o other mix/README
says err 'neither a teehistorian file nor a demo'
exit $bad
