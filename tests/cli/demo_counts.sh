#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo_counts.sh COMMAND SOURCE_DIR
#
# How many players info counts in a demo: as many as have an item in a snapshot, counted here by what dump shows of each one.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
ready=638587c9-3f75-3887-918e-a3c2614ffaa0

# counted FILE: sessions, and most at the same time. One session is one client id in snapshots that follow each other.
counted() {
    "$teetape" dump --json --items=all --kind snapshot,delta,item "$1" | awk '
        function close_snapshot(   id) {
            now = 0
            for (id in here) { now++; if (!(id in before)) sessions++ }
            if (now > most) most = now
            delete before
            for (id in here) before[id] = 1
            delete here
        }
        /"kind":"(snapshot|delta)"/ { if (has) close_snapshot(); has = 1 }
        /"kind":"item"/ && !/"change":"removed"/ && /"type":"(ClientInfo|Obj_ClientInfo|PlayerInfo7)"/ {
            match($0, /"id":[0-9]+/); here[substr($0, RSTART + 5, RLENGTH - 5)] = 1
        }
        END { if (has) close_snapshot(); print sessions + 0, most + 0 }'
}

# check FILE: info says the same, as text and as JSON, and players lists as many.
check() {
    counted "$1" >want
    run 0 info --json "$1"
    echo "$(key players) $(key most_players)" | same want - "info --json $1 (>) counts other players"
    read -r sessions most <want
    [ "$("$teetape" players --json "$1" | wc -l)" -eq "$sessions" ] || wrong "players $1 lists others than $sessions"
    run 0 info "$1"
    grep -Eq "^  players +$sessions sessions?, at most $most at" out || wrong "info $1: $(grep players out)"
    run 0 info --quick --json "$1"
    hides out '"players"'
    hides out '"most_players"'
}

# visit CID TICKS: comes, is there for so long, and leaves. Shorter than the five seconds between two full snapshots.
visit() {
    int -8 "$1"
    start_info "guest $1" '' | message "$1"
    int "$1" | ex $ready
    int -3 "$1" 64 64 -2 "$2" -4 "$1" -9 "$1"
    text bye
    int -2 20
}
{
    header 2 ",\"uuids\":[\"$ready\"]"
    int -2 99 -8 0
    start_info host '' | message 0
    int 0 | ex $ready
    int -3 0 32 32
    for ticks in 1 2 10 60 3 100 200 249 4; do
        visit 1 $ticks
        visit $((ticks % 60 + 2)) 30
    done
    int -2 600 -1
} >guests.teehistorian
good guests.teehistorian
run 0 demo --no-map -q -o guests.demo guests.teehistorian
check guests.demo
read -r sessions most <want
[ "$sessions" -ge 15 ] || wrong "only $sessions sessions are in guests.demo"
for span in '--from 150 --to 400' '--from 333' '--to 0:07'; do
    # shellcheck disable=SC2086
    run 0 cut -q --force $span -o part.demo guests.demo
    check part.demo
done
for recording in "$tree"/tests/recordings/*/*.teehistorian; do
    run 0 demo --no-map -q --force -o made.demo "$recording" 2>/dev/null
    [ ! -s made.demo ] || check made.demo
done
for recording in "$tree"/tests/recordings/*/*.demo; do
    check "$recording"
done
exit $bad
