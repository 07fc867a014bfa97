#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: map_layers.sh COMMAND SOURCE_DIR
#
# map --layers: a line for each layer of the map of a demo, and what it says of maps that are damaged or not there.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"

run 0 map --layers --wide "$demo"
[ "$(wc -l <out)" -eq 15 ] || wrong "map --layers: $(cat out)"
grep -qE '^ *6 +10 +game +60 +50 +0 *$' out || wrong "no game layer: $(cat out)"
run 0 map --layers --json "$demo"
[ "$(grep -c '"kind":"quads"' out)" -eq 7 ] || wrong "map --layers --json: $(cat out)"
[ -z "$(find . -name '*.map')" ] || wrong 'map --layers wrote a file'
run 2 map --layers -o new "$demo"
says err 'do not go together'
run 2 map "$demo"
says err 'no output is given'

# The embedded map begins with DATA, then its version.
at=$(LC_ALL=C grep -abo DATA "$demo" | head -n 1 | cut -d : -f 1)
cp "$demo" version.demo
printf '\011' | dd of=version.demo bs=1 seek=$((at + 4)) conv=notrunc 2>noise
run 1 map --layers version.demo
says err 'a map of a version other than 3 and 4'
[ ! -s out ] || wrong "a damaged map has layers: $(cat out)"
# A size in it does not fit into the file.
cp "$demo" layer.demo
run 0 map -q -o good.map "$demo"
size=$(wc -c <good.map)
LC_ALL=C grep -abo "$(printf '\074')" good.map | cut -d : -f 1 >places
while read -r place; do
    [ "$(od -An -tu4 -j "$place" -N 8 good.map 2>noise | tr -s ' ')" = ' 60 50' ] && break
done <places
[ "$place" -lt "$size" ] || wrong 'the map has no size'
printf '\075' | dd of=layer.demo bs=1 seek=$((at + place)) conv=notrunc 2>noise
run 1 map --layers layer.demo
says err 'the map is damaged'
[ "$(grep -c 'another number of tiles than its size says' out)" -eq 1 ] || wrong "a damaged layer: $(cat out)"
[ "$(wc -l <out)" -eq 15 ] || wrong "beside a damaged layer: $(cat out)"

# A map with a layer of every kind, embedded in the demo of a recording that was played on it.
zoo=$tree/fuzz/corpus/map_design/zoo
header 2 ",\"map_name\":\"zoo\",\"map_sha256\":\"$(sha256sum <"$zoo" | cut -d ' ' -f 1)\"" >zoo.teehistorian
{ int -3 0 32 32 0 1 1 && int -1; } >>zoo.teehistorian
run 0 demo -q --map "$zoo" -o zoo.demo zoo.teehistorian
run 0 map --layers --json zoo.demo
silent err
kinds='tiles tiles quads quads game tele speedup front switch tune tiles other'
[ "$(sed 's/.*"kind":"\([a-z]*\)".*/\1/' out | paste -sd ' ')" = "$kinds" ] || wrong "kinds of layers: $(cat out)"
# A group with more layers than there are is reported, and the layers of the others are listed.
at=$(LC_ALL=C grep -abo DATA zoo.demo | head -n 1 | cut -d : -f 1)
od -An -v -tx1 "$zoo" | tr -d ' \n' >hex
group=010000000200000003000000040000000a00000002000000
place=$(awk -v group=$group '{ print (index($0, group) - 1) / 2 }' hex)
printf '\003' | dd of=zoo.demo bs=1 seek=$((at + place + 20)) conv=notrunc 2>noise
run 1 map --layers zoo.demo
says err 'warning: group 3: '
[ "$(wc -l <out)" -eq 11 ] || wrong "beside a damaged group: $(cat out)"

run 0 demo --no-map -o bare.demo "$short"
run 1 map --layers bare.demo
says err 'no map is embedded'
exit $bad
