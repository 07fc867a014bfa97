#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo_cut.sh COMMAND SOURCE_DIR
#
# What cut, concat and map make of demos: spans in every form, players that are hidden or have another name,
# chat, maps, pieces that are joined, outputs of every kind, and what is refused.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"


# The same span in all forms of places; game time begins at tick 875, on the clock as `info` tells.
run 0 cut --json --from 0:10 --to 0:20 -o a.demo "$demo"
silent err
is first_tick 1375
is last_tick 1874
is markers 0
is left_out 0
run 0 cut --from 1375 --to 1875 -o b.demo "$demo"
says out 'b.demo: 0:00:09.98 long (ticks 1375 to 1874)'
same a.demo b.demo
start=$(dd if="$demo" bs=1 skip=156 count=19 2>/dev/null) # 2026-11-21_20-14-00
time=$(printf %s "${start#*_}" | tr - :)
run 0 cut --json --from "${start%_*}T$time" --to 1875 --quiet --force -o b.demo "$demo"
is first_tick 875
run 2 cut --from marker:1 -o c.demo "$demo"
says err 'the demo has no such marker, so marker:1 cannot be found in it'
run 2 cut --from 2026-11-21T20:14:00Z -o c.demo "$demo"
says err 'the start time of a demo has no zone'
run 2 cut --from 0:20 --to 0:10 -o c.demo "$demo"
says err 'the span is empty'
run 2 cut --from 9:00:00 -o c.demo "$demo"
says err 'the recording has nothing in this time: it ends at tick 3878 (0:01:00.06)'
run 2 cut --to 875 -o c.demo "$demo"
says err 'the recording has nothing in this time: it begins at tick 875 (0:00:00.00)'
[ ! -e c.demo ] || wrong 'a cut of nothing is written'
[ ! -e c.demo ] || wrong 'a refused cut left a file'

# All ways out are the same bytes.
run 0 cut --from 0:10 --to 0:20 -o - "$demo"
same out a.demo
"$teetape" cut --from 0:10 --to 0:20 -o b.demo --force - <"$demo" >out 2>err || wrong 'stdin'
same a.demo b.demo
"$teetape" cut --from 0:10 --to 0:20 -o - "$demo" 2>err | cat >b.demo
same a.demo b.demo
for ending in gz xz zst; do
    if has_codec $ending; then
        run 0 cut --from 0:10 --to 0:20 -o "a.demo.$ending" "$demo"
        run 0 cut -o b.demo --force "a.demo.$ending"
        run 0 cut -o own.demo --force a.demo
        same b.demo own.demo
    fi
done
run 2 cut --from 0:10 --to 0:20 -o a.demo "$demo"
says err '--force replaces it'
run 2 cut -o "$demo" "$demo"
says err 'the output would be the recording itself'
run 2 cut -o . "$demo"
says err 'this is a folder'

# A cut of a cut is the cut of the original.
run 0 cut --from 0:12 --to 0:18 -o direct.demo "$demo"
run 0 cut --from 1475 --to 1775 -o again.demo a.demo
same direct.demo again.demo

# A tick has the same date in a cut, though time counts from its first tick.
"$teetape" chat --wall --from 1475 --to 1775 "$demo" | awk '{ print $2, $3 }' >dates.whole
"$teetape" chat --wall direct.demo | awk '{ print $2, $3 }' >dates.direct
[ -s dates.whole ] || wrong 'nothing is said in the cut'
same dates.whole dates.direct

# Players.
run 2 cut --hide nobody --hide none --rename other=else -o c.demo "$demo"
says err "no player has the name 'nobody'"
says err "no player has the name 'none'"
says err "no player has the name 'other'"
# A cut in which somebody is not hidden who was meant is none, also where the demo can be read only once.
for words in '--hide nobody' '--hide 99' '--rename nobody=else' '--rename 1=else' '--hide dummy0 --hide Dummy1'; do
    # shellcheck disable=SC2086
    run 2 cut $words -o c.demo "$demo"
    # shellcheck disable=SC2086
    feed 2 cut $words -o c.demo - <"$demo"
    # shellcheck disable=SC2086
    run 2 cut --split 20 $words -o c.demo "$demo"
    [ "$(find . -name 'c.*demo')" = '' ] || wrong "there is a cut with $words"
done
feed 2 cut --split 20 --hide nobody -o stdin.demo - <"$demo"
[ "$(grep -c nobody err)" -eq 1 ] || wrong "pieces: who is in none of them is said once: $(cat err)"
run 0 cut --split 20 --hide dummy0 --rename player0=zed --rename renamed0=yyy -o pieces.demo "$demo"
[ "$(grep -c 'may still name players who are hidden or renamed' err)" -eq 1 ] || wrong "names in texts are noted once: $(cat err)"
run 2 cut --rename player0=a_name_of_16_byt -o c.demo "$demo"
says err 'a name has at most 15 bytes'
run 2 cut --hide 99 -o c.demo "$demo"
says err 'client 99 is not in this recording'
run 0 cut --rename dummy0=ghost --rename dummy1=phantom -o named.demo "$demo"
says err 'may still name players'
run 0 cut --hide ghost -o hidden.demo named.demo
says err 'may still name players'
[ "$(wc -l <err)" -eq 1 ] || wrong "--hide says: $(cat err)"
run 0 cut --player phantom -o only.demo named.demo
hidden='' only=''
for cid in 0 1 2 3 4 5; do
    "$teetape" cut --hide $cid -o h$cid.demo named.demo >out 2>err
    [ $? -eq "$([ -e h$cid.demo ] && echo 0 || echo 2)" ] || wrong "--hide $cid: $(cat err)"
    "$teetape" cut --player $cid -o p$cid.demo named.demo >out 2>err
    [ $? -eq "$([ -e p$cid.demo ] && echo 0 || echo 2)" ] || wrong "--player $cid: $(cat err)"
    cmp -s h$cid.demo hidden.demo && hidden="$hidden$cid"
    cmp -s p$cid.demo only.demo && only="$only$cid"
done
[ ${#hidden} -eq 1 ] && [ ${#only} -eq 1 ] && [ "$hidden" != "$only" ] ||
    wrong "a name is one client id: hidden $hidden, only $only"
run 2 cut --hide dummy0 -o c.demo named.demo
says err "no player has the name 'dummy0'"
"$teetape" cut --hide ghost -o b.demo --force - <named.demo >out 2>err || wrong 'hiding from stdin'
# As of a teehistorian file: where the chosen player is not, there is no cut.
for player in nobody name:1 dummy0; do
    run 2 cut --player $player -o c.demo named.demo
    says err "no player has the name '${player#name:}'"
    "$teetape" cut --player $player -o c.demo - <named.demo >out 2>err
    [ $? -eq 2 ] || wrong "--player $player from stdin"
    [ ! -e c.demo ] || wrong "a cut without --player $player is written"
done
for words in '--player 99' '--player phantom --from 1:00:00'; do
    # shellcheck disable=SC2086
    run 2 cut $words -o c.demo named.demo
    [ ! -e c.demo ] || wrong "a cut without $words is written"
done
"$teetape" cut --player phantom -o b.demo --force - <named.demo >out 2>err || wrong 'a player from stdin'
for words in '--hide=' '--hide=200' '--rename=a' '--rename==b' '--around-chat=' '--strip-map --attach-map=x' \
    '--before=1' '--match=1' '--around-chat=x --match=1' '--from=marker:0' '--from=marker:65'; do
    # shellcheck disable=SC2086
    run 2 cut $words -o c.demo "$demo"
done
run 2 cut --hide 1 -o c.teehistorian "$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian"
says err 'this is a teehistorian file; '

# Chat.
run 0 cut --json --drop-chat -o quiet.demo "$demo"
less=$(key messages)
run 0 cut --json -o whole.demo "$demo"
[ "$less" -lt "$(key messages)" ] || wrong '--drop-chat dropped nothing'
run 2 cut --around-chat 'entered and joined' -o c.demo "$demo"
says err 'chat line 2: at 0:00:00.00 (tick 875)'
says err 'choose one with --match N'
run 2 cut --around-chat 'entered and joined' --match 99 -o c.demo "$demo"
run 0 cut --json --around-chat 'ENTERED and joined' --match 1 --after 2 -o said.demo "$demo"
is first_tick 875
is last_tick 975
run 2 cut --around-chat 'nobody ever said this' -o c.demo "$demo"
says err "no chat line contains 'nobody ever said this'"
# What cannot be read may have it, and what is no file is no teehistorian file.
head -c 20000 "$demo" >half.demo
run 1 cut --around-chat 'nobody ever said this' -o c.demo half.demo
says err 'the demo ends inside a chunk'
says err "no chat line contains 'nobody ever said this'"
head -c 300 "$demo" >head.demo
run 1 cut --around-chat 'nobody ever said this' -o c.demo head.demo
says err 'the demo ends inside its header'
run 3 cut --around-chat x -o c.demo nothing.demo
says err 'nothing.demo: cannot be opened'
"$teetape" cut --around-chat x -o c.demo - <"$demo" >out 2>err && wrong 'two passes over stdin'
says err 'can be read only once'

# Maps.
run 0 map "$demo" -o dm1.map
says out 'dm1.map: dm1, 5805 bytes, SHA-256 0b0c481d77519c32fbe85624ef16ec0fa9991aec7367ad538bd280f28d8c26cf'
run 0 map "$demo" -o -
same out dm1.map
run 2 map "$demo" -o dm1.map
run 2 map "$demo"
run 2 map "$demo" "$demo" -o c.map
run 0 cut --strip-map -o bare.demo "$demo"
run 1 map bare.demo -o c.map
says err 'no map is embedded'
run 0 cut --attach-map dm1.map -o b.demo --force bare.demo
same b.demo whole.demo
head -c 3000 dm1.map >half.map
run 2 cut --attach-map half.map -o c.demo bare.demo
says err 'this is not the map of the demo, dm1'
run 0 cut --attach-map half.map --force -o odd.demo bare.demo
says err 'warning: this is not the map of the demo'
run 0 map --json odd.demo -o odd.map
is bytes 3000
same odd.map half.map
run 3 cut --attach-map nothing.map -o c.demo bare.demo
# a map that changed, and one that is cut
{ head -c 600 "$demo" && printf X && tail -c +602 "$demo"; } >changed.demo
run 1 map changed.demo -o c.map
says err 'the map is damaged: its SHA-256 is not the one in the header'
[ ! -e c.map ] || wrong 'a damaged map was written'
run 1 map --force changed.demo -o changed.map
run 1 map "$tree/tests/recordings/README.md" -o c.map
head -c 3000 "$demo" >cut.demo
run 1 map cut.demo -o c.map
[ ! -e c.map ] || wrong 'half a map was written'

# Pieces.
run 0 cut --to 0:20 -o 1.demo "$demo"
run 0 cut --from 0:20 --to 0:40 -o 2.demo "$demo"
run 0 cut --from 0:30 -o 3.demo "$demo"
run 0 concat --json 1.demo 2.demo 3.demo -o joined.demo
says err 'note: ticks 2375 to 2874 are in the previous piece, too'
is first_tick 875
is last_tick 3878
joined=$(key snapshots)
run 0 cut --json -o b.demo --force "$demo"
is snapshots "$joined"
run 0 concat --json 1.demo 3.demo -o joined.demo --force
says err 'note: ticks 1875 to 2374 are in no piece'
run 2 concat 2.demo 1.demo -o c.demo
says err 'begins before the previous one'
run 2 concat 1.demo -o c.demo
run 2 concat 1.demo "$recordings" -o c.demo
says err 'is a folder'
run 2 concat 1.demo odd.demo -o c.demo
says err 'another map'
run 3 concat 1.demo nothing.demo -o c.demo
run 1 concat 1.demo "$tree/tests/recordings/README.md" -o c.demo
[ ! -e c.demo ] || wrong 'pieces that do not fit left a file'
cp 2.demo itself.demo
run 2 concat --force 1.demo itself.demo -o itself.demo
says err 'itself.demo: the output would be the recording itself'
same itself.demo 2.demo
[ -z "$(find . -name '.teetape-*')" ] || wrong "a refused concat left a file"
run 0 concat 1.demo 2.demo -o -
run 0 concat 1.demo 2.demo -o b.demo --force
"$teetape" concat 1.demo 2.demo -o - >out 2>err || wrong 'concat to stdout'
same out b.demo

# What is damaged is left out, and what is before it is there.
head -c 200000 "$demo" >cut.demo
run 1 cut --json -o part.demo cut.demo
[ "$(key last_tick)" -gt 1500 ] || wrong 'what comes before the damage is missing'
run 1 cut -o b.demo --force "$tree/tests/recordings/README.md"

# Who is to be hidden and is not there: the damage is reported, too, and without a header that alone.
run 1 cut --hide nosuch -o refused.demo cut.demo
says err "no player has the name 'nosuch'"
says err 'ends inside a chunk'
head -c 300 "$demo" >headless.demo
run 1 cut --hide 3 -o refused.demo headless.demo
says err 'the demo ends inside its header'
hides err 'client 3'
# On stdin nobody knows who comes after the span.
"$teetape" cut --rename renamed0=x --to 1000 -o early.demo - <"$demo" 2>err || wrong 'who comes after the span is refused'
says err "warning: 'renamed0' was not there before the end of this span"
[ -s early.demo ] && [ ! -e refused.demo ] || wrong 'the cut of stdin is missing, or a refused one is there'

# A full disk, and a reader that leaves.
run 3 cut -o /dev/full "$demo"
"$teetape" cut -o - "$demo" 2>err | head -c 10 >out
silent err
find . -name '.teetape*' | grep -q . && wrong 'a temporary file was left'
# Zeros in a demo with one keyframe: the bytes after them give no ticks of another year.
if has_codec xz; then
    xz -dc "$tree/tests/data/physics/20-feat26.demo.xz" >clip.demo
    { head -c 28830 clip.demo && head -c 2000 /dev/zero && tail -c +30831 clip.demo; } >zeros.demo
    run 1 cut --json -o c.demo --force zeros.demo
    is first_tick 700
    is last_tick 742
    run 0 verify --strict c.demo
fi
exit $bad
