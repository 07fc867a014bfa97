#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo_repair.sh COMMAND SOURCE_DIR
#
# What repair makes of demos: whole ones, cut and damaged ones, compressed ones that are cut, from stdin and in
# folders, maps that are damaged, and what cannot be repaired.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"

size=$(wc -c <"$demo")

# A whole one remains.
run 0 repair --json -o whole.demo "$demo"
says err 'there was nothing to repair; the chunks were packed anew, so the bytes may differ'
is last_tick 3878
is gaps 0
is map_lost false
good whole.demo
run 0 cut -o cut.demo "$demo"
cmp cut.demo whole.demo || wrong 'a whole demo was changed'
run 0 repair -o - "$demo"
cmp out whole.demo || wrong 'stdout differs'
"$teetape" repair -o b.demo - <"$demo" >out 2>err || wrong 'from stdin'
cmp b.demo whole.demo || wrong 'from stdin it differs'
run 2 repair -o whole.demo "$demo"
says err '--force replaces it'

# One that is cut, as a crash leaves it: without a length, too.
{ head -c 152 "$demo" && printf "\000\000\000\000" && head -c 300000 "$demo" | tail -c +157; } >half.demo
run 0 repair --json -o b.demo --force half.demo
says err "the header's length was 0 s, and is"
says err 'nothing readable follows it'
at_least last_tick 2000
good b.demo

# Damage in the middle: zeros, and bytes that are missing.
{ head -c 200000 "$demo" && head -c 3000 /dev/zero && tail -c +203001 "$demo"; } >zeros.demo
run 0 repair --json -o b.demo --force zeros.demo
says err 'it resumes at the keyframe of tick'
is last_tick 3878
is gaps 1
at_least snapshots 2400
good b.demo
{ head -c 250000 "$demo" && tail -c +250008 "$demo"; } >missing.demo
run 0 repair --json -o b.demo --force missing.demo
is last_tick 3878
at_least snapshots 2600
good b.demo
# what reads on without repairing it has errors
run 1 verify missing.demo

# One byte in a payload: that chunk, and what builds on it.
{ head -c 200100 "$demo" && printf '\252' && tail -c +200102 "$demo"; } >byte.demo
run 0 repair --json -o b.demo --force byte.demo
is last_tick 3878
at_least snapshots 2700
good b.demo

# Bytes that are missing before the second keyframe: what was readable before them remains, at its ticks.
if has_codec xz; then
    for clip in 26,64426,3,700,760 31,54865,20,1000,1035; do
        IFS=, read -r clip_name clip_at clip_gone clip_first clip_last <<END
$clip
END
        xz -dc "$tree/tests/data/physics/20-feat$clip_name.demo.xz" >clip.demo
        { head -c "$clip_at" clip.demo && tail -c "+$((clip_at + clip_gone + 1))" clip.demo; } >gone.demo
        run 0 repair --json -o b.demo --force gone.demo
        is first_tick "$clip_first"
        at_least last_tick "$clip_last"
        grep -q '"last_tick":[0-9]\{3,4\},' out || wrong "feat$clip_name: the last tick: $(cat out)"
        good b.demo
    done
fi

# Compressed data that is cut.
if has_codec gz; then
    gzip -c "$demo" | head -c 60000 >cut.demo.gz
    run 0 repair --json -o b.demo --force cut.demo.gz
    says err 'cut.demo.gz: warning: byte'
    at_least last_tick 1000
    good b.demo
    run 0 repair -o b.demo.gz "$demo"
    good b.demo.gz
fi

# A map that is damaged, or longer than the file.
{ head -c 600 "$demo" && printf X && tail -c +602 "$demo"; } >map.demo
run 0 repair --json -o b.demo --force map.demo
says err 'left out the embedded map: its SHA-256 is not the one in the header'
is map_lost true
is last_tick 3878
good b.demo
{ head -c 136 "$demo" && printf '\177\377\377\377' && tail -c +141 "$demo"; } >long.demo
run 0 repair --json -o b.demo --force long.demo
says err 'left out the embedded map: it is incomplete'
is last_tick 3878
good b.demo

# One of the sums of the map is wrong in the header: every verb calls that damage, and repair writes the true sum.
{ head -c 140 "$demo" && printf '\001\002\003\004' && tail -c +145 "$demo"; } >crc.demo
{ head -c 452 "$demo" && printf '\001\002\003\004' && tail -c +457 "$demo"; } >sha.demo
for sum in crc sha; do
    for verb in info verify 'cut --force -o sums.demo'; do
        run 1 $verb $sum.demo
        says err 'of the embedded map is not the one'
    done
    run 0 repair --json -o b.demo --force $sum.demo
    says err 'the output has the right one'
    is map_lost false
    cmp b.demo whole.demo || wrong "$sum.demo: repair has not restored the sum"
done

# A folder.
mkdir in
cp zeros.demo "$tree/tests/recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian" in
run 0 repair -r -o out_folder/ in
good out_folder/zeros.demo
good out_folder/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian

# What cannot be repaired.
head -c 100 "$demo" >head.demo
run 1 repair -o c.demo head.demo
says err 'without its header nothing can be repaired'
head -c 3000 "$demo" >none.demo
run 1 repair -o c.demo none.demo
says err 'would have no snapshot'
run 3 repair -o /dev/full "$demo"
[ ! -e c.demo ] || wrong 'nothing was repaired, and yet there is a file'
[ "$size" -eq "$(wc -c <"$demo")" ] || wrong 'the original was touched'
find . -name '.teetape*' | grep -q . && wrong 'a temporary file was left'
exit $bad
