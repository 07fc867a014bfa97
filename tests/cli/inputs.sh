#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: inputs.sh COMMAND SOURCE_DIR
#
# Where recordings come from: plain and compressed files, stdin, pipes, several files, folders.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
one=$recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian
dm1=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian

"$teetape" dump --json "$dm1" >want || wrong 'dump of a plain file'
for line in 'xz xz' 'zst zstd' 'gz gzip'; do
    ending=${line% *}
    tool=${line#* }
    command -v "$tool" >/dev/null || { wrong "no $tool" && continue; }
    $tool -c <"$dm1" >"whole.$ending"
    # several members in a row, an empty one among them, and a name that says nothing
    { head -c 20000 "$dm1" | $tool -c && $tool -c </dev/null && tail -c +20001 "$dm1" | $tool -c; } >"members-$tool"
    for file in "whole.$ending" "members-$tool"; do
        "$teetape" dump --json "$file" >have 2>err || wrong "dump of $file: status $?"
        same want have "dump of $file (>)"
        "$teetape" dump --json - <"$file" >have 2>>err || wrong "dump of stdin, $file: status $?"
        same want have "dump of stdin, $file (>)"
        [ ! -s err ] || wrong "$file: $(cat err)"
    done
done
# The name decides nothing.
cp "$dm1" plain.xz
cp whole.xz xz.gz
for file in plain.xz xz.gz; do
    "$teetape" dump --json $file | same want - "dump of $file"
done
cat "$dm1" | "$teetape" dump --json - | same want - 'dump of a pipe'
"$teetape" dump --json /dev/stdin <whole.gz | same want - 'dump of /dev/stdin'
mkfifo fifo
# shellcheck disable=SC2016
timeout 20 sh -c 'exec >fifo; head -c 30000 "$1" && sleep 0.1 && tail -c +30001 "$1"' sh "$dm1" &
"$teetape" dump --json fifo >have
wait $!
same want have 'dump of a fifo'
# Options may follow files; after -- everything is a file.
cp "$one" ./-r
"$teetape" verify -- -r >have || wrong 'a file named -r'
"$teetape" dump "$one" --json >have
"$teetape" dump --json "$one" | same have - 'an option after the file'

# Several files: the order of the arguments whatever --jobs; "file" is the first key of every object.
files=
for file in "$dm1" "$recordings"/tutorial-13min/* "$recordings"/gold-mine-07/*.teehistorian "$recordings"/map-change/* whole.xz; do
    files="$files $file"
done
for command in info dump players chat verify; do
    for form in --json --quiet; do # --quiet stands for text
        # shellcheck disable=SC2086
        for jobs in 1 2 7; do
            "$teetape" $command $form --jobs $jobs --quiet $files >have.$jobs 2>err || wrong "$command $form -j $jobs"
            [ ! -s err ] || wrong "$command $form -j $jobs says: $(cat err)"
            same have.1 have.$jobs "$command $form --jobs $jobs (>)"
        done
        if [ $form = --json ] && grep -v '^{"file":"[^"]*",.*}$' have.1; then
            wrong "$command: no \"file\" in front"
        fi
    done
    "$teetape" $command --json $files | sed 's/^{"file":"\([^"]*\)".*/\1/' | uniq >order
    printf '%s\n' $files | same - order "$command: the order of the arguments (<)"
done
# One file has no "file", but for info, where it says of what it speaks.
for command in dump players chat verify; do
    "$teetape" $command --json "$one" | grep '"file"' && wrong "$command --json of one file says which"
done
# Text names the file above what is from it, and not where there is nothing.
"$teetape" dump --kind drop "$one" "$dm1" "$one" >have
[ "$(sed -n 1p have)" = "$dm1" ] && [ "$(wc -l <have)" -eq 5 ] || wrong "files are named wrongly: $(cat have)"
"$teetape" players --player dummy1 "$one" "$dm1" "$one" >have
[ "$(sed -n 1p have)" = "$dm1" ] && [ "$(wc -l <have)" -eq 3 ] || wrong "files are named wrongly: $(cat have)"
"$teetape" chat --player dummy1 --quiet "$one" "$dm1" >have
[ "$(sed -n 1p have)" = "$dm1" ] && [ "$(grep -c teehistorian have)" -eq 1 ] ||
    wrong "files are named wrongly: $(cat have)"

# A folder: all recordings in it, sorted, and nothing said of what is none.
mkdir -p folder/b/c folder/empty folder/.hidden
cp "$one" folder/z.teehistorian
cp whole.xz folder/b/any.name
cp "$dm1" folder/b/c/x
cp "$one" folder/.hidden/h
echo 'somebody wrote this' >folder/README
gzip -c folder/README >folder/README.gz
cp "$recordings/dm1/client0.demo" folder/b/some.text
printf 'TWDEMO of somebody' >folder/b/some.demo
: >folder/b/nothing
"$teetape" verify -r folder >have 2>err || wrong "verify -r: status $?"
[ ! -s err ] || wrong "verify -r says: $(cat err)"
grep ^folder/ have | sed 's/:.*//' | grep -v hidden | tr '\n' ' ' >names
[ "$(cat names)" = 'folder/b/any.name folder/b/c/x folder/b/some.text folder/z.teehistorian ' ] || wrong "verify -r found $(cat names)"
for command in info dump players chat; do
    "$teetape" $command -r --json folder >have 2>err || wrong "$command -r: status $?"
    [ ! -s err ] || wrong "$command -r says: $(cat err)"
    grep -q '^{"file":"folder/z.teehistorian",' have || wrong "$command -r: no \"file\" in front"
done
# Named by the user, the same files are errors.
"$teetape" verify folder/README folder/b/some.demo >have 2>err
[ $? -eq 1 ] && grep -q '^teetape: folder/b/some.demo: neither a teehistorian file nor a demo$' err && grep -q '^teetape: folder/README: ' err ||
    wrong "files that are no recordings: $(cat err)"
# The end of verify says what came of how many, and every file counts once: as text after the lines, with --json on
# stderr, and not at all with --quiet or for one file.
mkdir -p summed
cp "$one" summed/good
: >summed/empty.demo
echo 'somebody wrote this' >summed/foreign.teehistorian
echo 'somebody wrote this' >summed/README
head -c "$(($(wc -c <"$dm1") - 1))" "$dm1" >summed/open
sum='5 files: 1 good, 1 unfinished, 2 damaged, 1 no recording'
"$teetape" verify -r summed >have 2>err
[ $? -eq 1 ] && [ "$(tail -n 1 have)" = "$sum" ] || wrong "the sum of verify -r: $(tail -n 1 have)"
"$teetape" verify summed/* >have 2>err
[ $? -eq 1 ] && [ "$(tail -n 1 have)" = "$sum" ] || wrong "the sum of verify FILE...: $(tail -n 1 have)"
"$teetape" verify --strict -r summed >have 2>err
[ "$(tail -n 1 have)" = '5 files: 1 good, 3 damaged, 1 no recording' ] || wrong "the sum of verify --strict: $(tail -n 1 have)"
"$teetape" verify --json -r summed >have 2>err
grep -v '^{' have && wrong 'verify --json prints what is no object'
grep -qx "teetape: note: $sum" err || wrong "the sum of verify --json: $(cat err)"
"$teetape" verify --json --quiet -r summed >have 2>err
grep -q files: have err && wrong 'verify --quiet prints a sum'
# An index that lies beside a recording of a folder is no file of its own.
"$teetape" index --quiet summed/good 2>err || wrong "index: $(cat err)"
"$teetape" verify -r summed >have 2>err
[ "$(tail -n 1 have)" = "$sum" ] || wrong "the sum of verify -r beside an index: $(tail -n 1 have)"
"$teetape" verify summed/good >have
[ "$(wc -l <have)" -eq 1 ] || wrong "verify of one file: $(cat have)"
# A folder with one recording still is many.
"$teetape" dump -r --json folder/b/c | grep -v '^{"file":"folder/b/c/x",' && wrong 'a folder with one recording'
"$teetape" verify -r folder/empty >have 2>err || wrong "verify -r of an empty folder: status $?"
grep -q 'there are no files' err || wrong 'nothing is said of an empty folder'
exit $bad
