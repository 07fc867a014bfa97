#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: own_output.sh COMMAND SOURCE_DIR
#
# No verb writes over what it reads: not by its name, a link or a hard link, nor over another input of the same run, a
# map or a key; and --force is no reason to.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
teehistorian=$recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian
mapped=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian

# refused INPUT WORD...: wrong usage, with a sentence, and all that is there remains as it was.
refused() {
    refused_input=$1
    shift
    rm -rf before && cp -a place before
    run 2 "$@" "$refused_input"
    grep -q ': the output would be ' err || wrong "teetape $*: says $(cat err)"
    diff -r --no-dereference before place || wrong "teetape $* $refused_input: something else is there"
}
# fresh FILE: a folder with it as a, and names that lead to it.
fresh() {
    rm -rf place && mkdir place place/inner
    cp "$1" place/a
    ln -s a place/link
    ln -s "$folder/place/a" place/whole-link
    ln -s ../link place/inner/link
    ln place/a place/hard
}

# A verb that writes, with its options: on each kind of file that it takes, each name that leads to the input.
while read -r input verb; do
    case $input in
    teehistorian) fresh "$teehistorian" ;;
    packed) has_codec gz || continue && gzip -c "$teehistorian" >packed && fresh packed ;;
    *) fresh "$demo" ;;
    esac
    for output in place/a ./place/../place/a place/link place/whole-link place/inner/link place/hard; do
        # words that are split
        # shellcheck disable=SC2086
        refused place/a $verb --force -o $output
        # and the other way round
        # shellcheck disable=SC2086
        refused $output $verb --force -o place/a
    done
done <<'END'
teehistorian cut
teehistorian cut --from 100
teehistorian demo --no-map
teehistorian repair
teehistorian repair --resync
teehistorian anonymize --key 0123456789abcdef
teehistorian pack
teehistorian pack --replace
teehistorian unpack
packed unpack
packed unpack --replace --unfinished
packed pack --format zst
packed repair
demo cut
demo repair
demo map
demo pack
demo concat place/a
END

# The names that a verb makes itself, in a folder.
fresh "$teehistorian"
cp place/a place/b
ln -s ../a place/inner/a
refused place/a repair --force -o place/inner
ln place/a place/inner/.a
mv place/inner/.a place/inner/a
refused place/a repair --force -o place/inner
refused place repair -r --force -o place/
# What one input gives must not take the place of another one that is still to be read.
rm place/inner/*
ln -s ../a place/inner/b
ln -s ../b place/inner/a
refused place/b repair --force -o place/inner place/a
says err 'another recording of this run'
ln -s a place/b.001
refused place/b cut --force --from 0 --split 0:05 -o place/b
rm place/b.001
run 0 anonymize --key 0123456789abcdef -o made/ place/a
name=$(ls made)
ln -s ../b "place/inner/$name"
refused place/b anonymize --key 0123456789abcdef --force -o place/inner place/a
run 0 demo --no-map --split player -o demos "$mapped"
name=$(cd demos && echo *0.demo | cut -d ' ' -f 1)
fresh "$mapped"
cp "$mapped" "place/$(basename "$mapped")"
rm -rf place/inner/*
ln -s "../$(basename "$mapped")" "place/inner/$name"
refused "place/$(basename "$mapped")" demo --no-map --force --split player -o place/inner

# Nor where the input comes as stdin, or the output goes as stdout.
fresh "$teehistorian"
for verb in cut 'demo --no-map' repair 'anonymize --key 0123456789abcdef' pack; do
    for output in place/a place/link place/hard; do
        # words that are split
        # shellcheck disable=SC2086
        feed 2 $verb --force -o $output - <place/a
        says err "$output: the output would be the recording itself"
        # shellcheck disable=SC2086
        "$teetape" $verb -o - place/a >>$output 2>err && wrong "$verb: a recording was written to its own end"
        says err 'stdout: the output would be the recording itself'
        cmp place/a "$teehistorian" || wrong "$verb: the recording is another one"
    done
done
"$teetape" repair -q -o - place/a >new || wrong 'nothing is written to a file that is stdout'
cmp new "$teehistorian" || wrong 'stdout has another recording'

# What options name to be read.
fresh "$mapped"
printf 0123456789abcdef >place/key
refused place/a anonymize --force --key-file place/key -o place/key
cp "$demo" place/demo
run 0 map -o place/map place/demo
ln -s map place/map-link
refused place/demo cut --force --attach-map place/map -o place/map-link
refused place/a demo --force --map place/map -o place/map-link

# With other names everything goes.
run 0 repair --force -o place/new place/a
run 0 repair --force -o place/new place/a
run 0 pack --force -o place/new.xz place/link
exit $bad
