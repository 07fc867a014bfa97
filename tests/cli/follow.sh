#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: follow.sh COMMAND SOURCE_DIR
#
# A server that is watched over changes of the map: --follow with a folder goes on with each new file.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
second=$recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian
third=$recordings/map-change/c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff.teehistorian

# wait_for FILE TEXT: until the file has a line with the text.
wait_for() {
    tries=0
    while ! grep -qF -e "$2" "$1" && [ $tries -lt 150 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    says "$1" "$2"
}
# follow WORD...: begins; stop: ends it as the user would.
follow() {
    "$teetape" "$@" >out 2>err &
    follower=$!
}
stop() {
    kill -TERM $follower
    wait $follower
    stop_status=$?
    [ $stop_status -eq 143 ] || wrong "a signal: status $stop_status: $(cat err)"
}
# of FILE: what chat shows of it.
of() {
    "$teetape" chat "$@" 2>ignored
}

# The newest file at first, whatever the names are. Files that were there before are not shown.
mkdir -p server/maps
cp "$third" server/old.teehistorian
touch -d '2020-01-01' server/old.teehistorian
echo 'no recording' >server/notes.txt
head -c 2664 "$short" >server/z.teehistorian
follow chat --follow server
wait_for out '* is carry'
hides out old.teehistorian
hides out notes.txt
# It grows and ends, and a file of the next map begins, empty at first.
tail -c +2665 "$short" >>server/z.teehistorian
wait_for out 'server: change_map dm1'
: >server/a.teehistorian
sleep 0.3
cat "$second" >server/a.teehistorian
wait_for out server/a.teehistorian
# A file that is old, a second server's, and the packed form of one that was followed are no new maps.
touch -d '2021-01-01' server/old.teehistorian
cp -p server/a.teehistorian server/packed.teehistorian
# This one is never closed: the server was killed. Its successor is in a folder of its own.
sleep 0.1
head -c 2700 "$third" >server/c.teehistorian
wait_for out server/c.teehistorian
cp "$short" server/maps/d.teehistorian
wait_for out server/maps/d.teehistorian
wait_for out "$(of "$short" | tail -n 1)"
stop
silent err
{
    echo server/z.teehistorian && of "$short" && echo server/a.teehistorian && of "$second" &&
        echo server/c.teehistorian && head -c 2700 "$third" | of - &&
        echo server/maps/d.teehistorian && of "$short"
} | same - out 'what was followed'

# As JSON each object has the file. Without a recording the first one is waited for.
mkdir empty
follow chat --json --follow empty
wait_for err 'has no teehistorian file yet'
cp "$demo" empty/a.demo
cp "$short" empty/b.teehistorian
wait_for out change_map
stop
"$teetape" chat --json "$short" | sed 's|^{|{"file":"empty/b.teehistorian",|' | same - out 'as JSON'

# A reader that leaves ends it, as it ends any other output.
cp "$tutorial" server/e.teehistorian
timeout 60 "$teetape" dump --follow server 2>err | head -n 1 >out
says out server/e.teehistorian
silent err
exit $bad
