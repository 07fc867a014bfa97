#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo_split.sh COMMAND SOURCE_DIR
#
# What demo --split makes: a demo for each session and for each finish, the same ones as demo makes of their spans; names of
# files; what is refused before anything is written.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"

dm1=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
base=31940c05-6b04-4f9d-ba6b-b77b7f30e2c0
XDG_DATA_HOME=$folder/data
export XDG_DATA_HOME

# files FOLDER NAME...: these are in it, and nothing else.
files() {
    files_in=$1
    shift
    printf '%s\n' "$@" | LC_ALL=C sort >wanted
    find "$files_in" -type f | sed 's|.*/||' | LC_ALL=C sort >have
    same wanted have "other files in $files_in"
}

# alone OPTION...: the demo of each session has the bytes that demo makes of its span, if it does not share them with others.
alone() {
    rm -rf demos
    run 0 demo --split player --no-map -q "$@" -o demos "$dm1"
    for demo in demos/*.demo; do
        span=$(echo "$demo" | cut -d. -f2)
        cid=$(echo "$demo" | cut -d. -f3)
        run 0 demo --no-map -q --force "$@" --player "$cid" --from "${span%-*}" --to "${span#*-}" -o one.demo "$dm1"
        same "$demo" one.demo "$* of $demo is another one"
    done
}
alone --only
alone --only --skip-idle --every 2

# Those that show the same are made at once: what is in them is the same all the same.
scene() {
    "$teetape" dump --json --items=all --kind item --from "$2" --to $(($2 + 1)) "$1" |
        grep -v '"type":"Ex"' | sed 's/"change":"[a-z]*",*//; s/"type_id":[0-9]*,//' | LC_ALL=C sort
}
for options in '' '--every 2' '--skip-idle'; do
    rm -rf demos
    # shellcheck disable=SC2086
    run 0 demo --split player --no-map --json $options -o demos "$dm1"
    silent err
    [ "$(grep -c '"run_ticks":null' out)" -eq 4 ] || wrong "not four demos: $(cat out)"
    for demo in demos/*.demo; do
        good "$demo"
        span=$(echo "$demo" | cut -d. -f2)
        cid=$(echo "$demo" | cut -d. -f3)
        # shellcheck disable=SC2086
        run 0 demo --no-map -q --force $options --player "$cid" --from "${span%-*}" --to "${span#*-}" -o one.demo "$dm1"
        for tick in "${span%-*}" 1500 1501 2600 3400; do
            scene "$demo" $((tick / 2 * 2)) >its
            scene one.demo $((tick / 2 * 2)) >own
            same its own "tick $tick of $demo is another one"
        done
        "$teetape" chat "$demo" | tail -n +3 >its
        "$teetape" chat one.demo | tail -n +3 >own
        same its own "chat of $demo"
        "$teetape" info --json "$demo" | grep -o '"markers":\[[^]]*' >its
        "$teetape" info --json one.demo | grep -o '"markers":\[[^]]*' >own
        same its own "markers of $demo"
    done
done
rm -rf demos
run 0 demo --split player --no-map -o demos "$dm1"
files demos $base.387-3931.0.renamed0.demo $base.600-3943.1.player1.demo $base.875-3930.2.dummy0.demo \
    $base.876-3942.3.dummy1.demo
says out "demos/$base.600-3943.1.player1.demo: 0:01:06.84 long (ticks 600 to 3942), 3343 snapshots"

# What is there remains, and nothing else is written, unless --force says so.
rm "demos/$base.387-3931.0.renamed0.demo"
echo other >"demos/$base.875-3930.2.dummy0.demo"
run 2 demo --split player --no-map -o demos "$dm1"
says err "$base.600-3943.1.player1.demo: exists already; --force replaces it"
silent out
[ ! -e "demos/$base.387-3931.0.renamed0.demo" ] || wrong 'something was written beside what exists'
run 0 demo --split player --no-map --force -q -o demos "$dm1"
good "demos/$base.875-3930.2.dummy0.demo"

# Whose, and of which time; through his eyes.
rm -rf demos
run 0 demo --split player --no-map -q --player renamed0 --from 0:20 --to 0:40 -o demos "$dm1"
files demos $base.1000-2000.0.renamed0.demo
rm -rf demos
run 0 demo --split player --no-map -q --as dummy0 -o demos "$dm1"
run 0 demo --no-map -q --force --as dummy0 --player dummy0 --from 875 --to 3930 -o one.demo "$dm1"
same one.demo "demos/$base.875-3930.2.dummy0.demo"
run 0 info "demos/$base.875-3930.2.dummy0.demo"
says out 'by a client'

# The map goes into each.
"$teetape" map "$tree/tests/recordings/dm1/client0.demo" -o dm1.map >/dev/null
rm -rf demos
run 0 demo --split player --player 1 --json --map dm1.map -o demos "$dm1"
says out '"map":"dm1.map"'
run 0 map --force "demos/$base.600-3943.1.player1.demo" -o again.map
same dm1.map again.map
if [ ! -d /usr/share/games/ddnet ] && [ ! -d /usr/share/ddnet ]; then
    rm -rf demos
    run 0 demo --split player -q -o demos "$dm1"
    run 0 demo --split player --force -o demos "$dm1"
    [ "$(grep -c 'dm1_0b0c481d77519c32fbe85624ef16ec0fa9991aec7367ad538bd280f28d8c26cf.map was not found' err)" -eq 1 ] ||
        wrong "the missing map is not told once: $(cat err)"
fi

# Names that a folder cannot have; sessions without a demo: nobody entered, and only a tick; two ticks are enough; a finish
# that was reported twice.
playername=d016f9b9-4151-3b87-87e5-3a6087eb5f26
finish=68943c01-2348-3e01-9490-3f27f8269d94
ready=638587c9-3f75-3887-918e-a3c2614ffaa0
{
    header 2 ",\"version_minor\":\"19\",\"uuids\":[\"$playername\",\"$ready\",\"$finish\"]"
    int -2 99 -8 0 && start_info '../a b;$\0303\0251' '' | message 0
    int 0 | ex $ready
    int -3 0 32 32
    int -8 3 # does not come further than that
    int -2 99 -8 1 && int 1 | ex $ready
    int -9 1 && text gone
    int -8 1 && start_info early '' | message 1
    int -3 1 64 64 && int -4 1
    int -9 1 && text ''
    int 0 1 1 -2 999 0 -1 -1
    int 0 500 | ex $finish
    int 0 500 | ex $finish
    int -2 499 0 1 1 -9 0 && text bye
    int -2 9 -9 3 && text ''
    int -2 0 -1
} >'a -x.teehistorian'
run 0 demo --split player,finish --no-map -o new/ 'a -x.teehistorian'
files new "a -x.100-1703.0.___a_b__$(printf '\303\251').demo" 'a -x.200-202.1.early.demo' \
    "a -x.452-1353.0.___a_b__$(printf '\303\251').finish.demo"
says err 'no demo is written'
for demo in new/*; do good "$demo"; done
run 0 demo --split finish --json --no-map --before 1 --after 0.5 -o run 'a -x.teehistorian'
is run_ticks 500
is first_tick 652
is last_tick 1227
is markers 1
run 0 chat "run/a -x.652-1228.0.___a_b__$(printf '\303\251').finish.demo"
says out 'finished the map after 0:10.00'

# A client who is ready has entered the game, also without a tee; one who only joined has not.
{
    header 2 ",\"version_minor\":\"19\",\"uuids\":[\"$playername\",\"$ready\"]"
    int -8 0 && start_info watcher '' | message 0
    int 0 | ex $ready
    int -8 1 && start_info early '' | message 1
    int -2 99 -9 0 && text ''
    int -9 1 && text ''
    int -2 0 -1
} >watch.teehistorian
run 0 demo --split player --no-map -o watch watch.teehistorian
files watch watch.0-101.0.watcher.demo
says err '1 sessions or runs have fewer than two ticks or no tee: no demo is written'

# More demos than a pass has room for: all are written, and the damage at the end is said once.
crowd=70
{
    header 2 ",\"version_minor\":\"19\",\"uuids\":[\"$playername\",\"$ready\"]"
    cid=0
    while [ $cid -lt $crowd ]; do
        int -8 $cid && start_info "p$cid" '' | message $cid
        int $cid | ex $ready
        int -3 $cid $((32 * cid)) 64
        cid=$((cid + 1))
    done
    int -2 50 0 1 1 -2 50 1 1 1 -1000
} >crowd.teehistorian
run 1 demo --split player --only --no-map -q -o crowd crowd.teehistorian
[ "$(find crowd -name '*.demo' | wc -l)" -eq $crowd ] || wrong "not $crowd demos: $(ls crowd)"
run 1 demo --split player --only --no-map --force -o crowd crowd.teehistorian
says err 'crowd.teehistorian: note: 64 of 70 demos are written; the others take another pass'
[ "$(grep -c 'a record of unknown kind' err)" -eq 1 ] || wrong "the damage is not said once: $(cat err)"

# Several recordings; packed ones.
mkdir several
cp "$dm1" several/a.teehistorian
cp 'a -x.teehistorian' several/b.teehistorian
run 0 demo --split player --no-map --json -o all several/a.teehistorian several/b.teehistorian
says out '"file":"several/a.teehistorian","output":"all/a.387-3931.0.renamed0.demo"'
says out 'all/b.100-1703.0.'
if has_codec gz; then
    gzip -c "$dm1" >a.teehistorian.gz
    run 0 demo --split player --no-map -q -o packed a.teehistorian.gz
    same packed/a.387-3931.0.renamed0.demo all/a.387-3931.0.renamed0.demo
fi

# Of a damaged recording what is readable; of an unfinished one everything.
head -c 20001 "$dm1" >cut.teehistorian
run 1 demo --split player --no-map --player 0 -o broken cut.teehistorian
says err 'cut.teehistorian: '
for demo in broken/*; do good "$demo"; done
head -c 30 "$dm1" >cut.teehistorian
run 1 demo --split player --no-map -o nothing cut.teehistorian
[ ! -e nothing ] || wrong 'a folder for nothing'

# What is refused leaves nothing.
refused() {
    refused_what=$1
    shift
    run 2 demo --no-map "$@"
    says err "$refused_what"
    silent out
    [ ! -e bad ] || wrong 'something was written'
}
refused 'no output is given' --split player "$dm1"
refused 'several files: -o FOLDER' --split player -o - "$dm1"
refused 'this is a file' --split player -o dm1.map "$dm1"
refused 'can be read only once' --split player -o bad -
refused 'leave --player out' --split player --as 1 --player 1 -o bad "$dm1"
refused 'go with --split finish' --split player --before 3 -o bad "$dm1"
refused 'take seconds' --split finish --before x -o bad "$dm1"
refused 'rounds' --split rounds -o bad "$dm1"
refused "no player has the name 'nobody'" --split player --player nobody -o bad "$dm1"
refused "the player '7' is not in this span; choose another player, --from or --to" --split player --player 7 -o bad "$dm1"
refused 'no player has a tee in this span; choose another --from or --to' --split player --to 0:05 -o bad "$dm1"
refused 'there is no finish in this recording' --split finish -o bad "$dm1"
refused 'the span is empty' --split player --from 0:20 --to 0:10 -o bad "$dm1"
refused 'this is a demo; teetape demo takes teehistorian files' --split player -o bad one.demo
run 2 demo --split player --map one.demo -o bad "$dm1"
says err 'one.demo: it is not a map'
run 3 demo --split player --no-map -o bad missing
# A folder that is there and takes no files from anyone.
if [ -d /proc/self ]; then
    run 3 demo --split player --no-map -o /proc "$dm1"
    says err "teetape: /proc/$base.387-3931.0.renamed0.demo: cannot be written: "
    silent out
fi
[ ! -e bad ] || wrong 'something was written'

exit $bad
