#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: map_layers.sh COMMAND SOURCE_DIR
#
# map --layers: a line for each layer of the map of a demo, and what it says of maps that are damaged or not there.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"

run 0 map --layers --wide "$demo"
[ "$(wc -l <out)" -eq 15 ] || wrong "map --layers: $(cat out)"
grep -qE '^ *6 +10 +game +60 +50 +0 *$' out || wrong "no game layer: $(cat out)"
run 0 map --layers --json "$demo"
[ "$(grep -c '"kind":"quads"' out)" -eq 7 ] || wrong "map --layers --json: $(cat out)"
[ -z "$(find . -name '*.map')" ] || wrong 'map --layers wrote a file'
run 2 map --layers -o new "$demo"
says err 'do not go together'
run 2 map "$demo"
says err 'where to'

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
[ "$(grep -c 'not as many tiles as its size says' out)" -eq 1 ] || wrong "a damaged layer: $(cat out)"
[ "$(wc -l <out)" -eq 15 ] || wrong "beside a damaged layer: $(cat out)"

run 0 demo --no-map -o bare.demo "$short"
run 1 map --layers bare.demo
says err 'no map is embedded'
exit $bad
