#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: io_examples.sh COMMAND SOURCE_DIR
#
# The programs of examples/ that use libteetape-io: the same answers for a file in any form, those of the command for
# folders and archives; and an end by a signal.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/refused.sh"
need jq
build=$(dirname "$teetape")
examples=$build/examples
gen_archive=$build/tests/support/game/gen_archive
[ -x "$examples/io_facts" ] && [ -x "$gen_archive" ] || skip 'the examples or the simulated game are not built'
export XDG_CACHE_HOME="$folder/cache"
dm1=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian

for file in "$dm1" "$demo"; do
    "$examples/io_facts" "$file" >plain || wrong "io_facts: fails for $file"
    [ "$(wc -l <plain)" -gt 50 ] || wrong "io_facts: finds nothing in $file"
    "$examples/io_facts" - <"$file" | cmp - plain || wrong 'io_facts: other facts in stdin'
    for ending in xz zst gz; do
        has_codec $ending || continue
        case $ending in
        gz) gzip -c "$file" >packed.gz ;;
        *) "$teetape" pack -q --force --format $ending -o packed.$ending "$file" ;;
        esac
        "$examples/io_facts" packed.$ending | cmp - plain || wrong "io_facts: other facts in $ending"
    done
done
"$examples/io_facts" "$demo" | awk '$2 == "chat" { print $1, $3 }' >mine
"$teetape" chat --json "$demo" | jq -r 'select(.kind == "chat") | "\(.tick) \(.name // "")"' >its
[ -s mine ] || wrong 'io_facts: no chat'
same mine its 'io_facts has other chat than the command'
"$examples/io_facts" missing 2>err && wrong 'io_facts: takes what is not there'
says err 'missing: '
{ head -c 20000 "$dm1" && head -c 300 /dev/zero | tr '\0' '\377' && tail -c +20301 "$dm1"; } >damaged.teehistorian
"$examples/io_facts" damaged.teehistorian >mine 2>err && wrong 'io_facts: takes what is damaged'
says err 'damaged.teehistorian: tick '

# Tees of the demo and of the teehistorian file: those of the table, which also has tees whose position is unknown.
for file in "$dm1" "$demo"; do
    "$examples/io_tees" "$file" 0:20 0:40 >mine || wrong "io_tees: fails for $file"
    "$teetape" table ticks --from 0:20 --to 0:40 --columns tick,cid,x,y,repeated "$file" 2>err |
        tr -d '\r' | sed -n 's/,0$//p' | tr , ' ' | grep -v ' $' >its
    grep -v ' unknown ' mine | cut -d ' ' -f 1-4 >known
    [ -s known ] || wrong "io_tees: knows nothing of $file"
    same known its "io_tees: other tees than the table of $file"
done
for map in "$tree/tests/data/physics/feat24.map" missing.map; do
    "$examples/io_tees" "$dm1" 0:20 0:21 "$map" >mine 2>err && wrong "io_tees: takes $map"
    says err "$map: "
done

"$gen_archive" archive --files 60 --bytes 2M --facts facts.tsv || wrong 'no archive'
echo 'no recording' >archive/notes.txt
"$examples/io_folder" archive >mine || wrong 'io_folder: fails'
find archive -name '*.teehistorian' | LC_ALL=C sort | while read -r file; do
    awk -v file="${file#archive/}" -F '\t' '$1 == file && $2 == "finish" { n++ } END { print n + 0 "  archive/" file }' facts.tsv
done >its
same mine its 'io_folder has other recordings, counts, or another order'
"$examples/io_folder" archive missing_folder/ >mine 2>err
says mine '?  missing_folder/'
# A FIFO that no one writes to holds it up until it is interrupted.
mkfifo fifo
timeout -k 10 -s INT 1 "$examples/io_folder" archive fifo >mine
[ $? -eq 124 ] || wrong 'io_folder: Ctrl-C does not end it'
same mine its 'io_folder has other lines before Ctrl-C'

if "$teetape" --version | grep -qi 'sqlite [0-9]'; then
    name=$(awk -F '\t' '$2 == "finish" && $6 ~ /^[a-z]*$/ { print $6; exit }' facts.tsv)
    "$examples/io_finish" finish.db "$name" archive >mine || wrong 'io_finish: fails'
    "$teetape" find --db its.db --player "$name" --finish --limit 1 --json archive 2>err |
        jq -r '"tick \(.tick)  \(.value * 2)"' >its
    sed 's/.*  \(tick .*\) s$/\1/; s/\.//; s/  0*/  /' mine >ticks
    [ -s its ] || wrong "no finish of $name"
    same ticks its 'io_finish has another finish than the command'
    "$examples/io_finish" "$dm1" "$name" archive 2>err && wrong 'io_finish: takes a recording for a database'
    says err "$dm1: "
fi
# What a program cannot do it says, and fails. refused STATUS SENTENCE PROGRAM [ARGUMENT...]
refused() {
    wanted=$1 sentence=$2
    program=$3
    shift 3
    "$examples/$program" "$@" >mine 2>err </dev/null
    got=$?
    [ $got -eq "$wanted" ] || wrong "$program $*: the status is $got"
    says err "$sentence"
}
echo 'no recording' >text
for program in io_table io_folder io_arrow io_picture io_film io_finish; do
    [ ! -x "$examples/$program" ] || refused 2 "usage: $program " $program
done
refused 1 'missing: ' io_table missing
refused 1 'text: ' io_table text
refused 1 'missing: ' io_folder missing
"$examples/io_folder" text >mine && wrong 'io_folder: takes what is no recording'
says mine '?  text'
if [ -x "$examples/io_picture" ]; then
    refused 1 'missing: no picture: cannot be opened' io_picture missing 1605 0 new.png
    refused 1 'text: no picture: n' io_picture text 1605 0 new.png
    refused 1 'no picture: the recording ends before this tick' io_picture "$demo" 99999 0 new.png
    refused 1 'no picture: the player is not there at this tick' io_picture "$demo" 1605 50 new.png
    refused 1 'missing: no video: cannot be opened' io_film missing 1600 1620 0 new.y4m
    refused 1 'text: no video: n' io_film text 1600 1620 0 new.y4m
    refused 1 'no video: the recording ends before this tick' io_film "$demo" 99999 100000 0 new.y4m
    [ ! -e new.png ] && [ ! -e new.y4m ] || wrong 'a picture or a video of nothing was written'
fi
if "$teetape" --version | grep -qi 'sqlite [0-9]'; then
    refused 1 'missing: ' io_finish new.db bob missing
fi
exit $bad
