#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: demo_silence.sh COMMAND SOURCE_DIR
#
# A recording of a few bytes may last for half a year. That takes no time, and where it does, the first signal ends it.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
export TEETAPE_MAP_PATH="$folder"

tee() { # CID X
    start_info "tee$1" '' | message "$1"
    int -3 "$1" "$2" 32
}

# quiet TICKS PARTS: silence, in that many parts, with a record at the end of each that no demo shows.
quiet() {
    quiet_left=$2
    while [ "$quiet_left" -gt 0 ]; do
        int -2 $(($1 / $2 - 1))
        command_record -1 4 nothing
        quiet_left=$((quiet_left - 1))
    done
}

# Somebody is there all the time; another one comes late, goes, and comes again after a silence.
recording() { # TICKS PARTS
    header 2 ",\"version_minor\":\"19\",\"start_time\":\"2026-11-21 08:00:00 +0000\""
    int -8 0
    tee 0 32
    quiet "$1" "$2"
    int -8 1
    tee 1 64
    int -2 50 1 1 0 -4 1 -9 1
    text bye
    quiet "$1" "$2"
    int -8 1
    tee 1 64
    int -2 50 1 1 0 -1
}
recording 400000000 1 >long
good long

# fast WORD...: the deadline is for machines that have other work.
fast() {
    killed_after 20 "$teetape" "$@" >out 2>err
    fast_status=$?
    [ $fast_status -lt 124 ] || wrong "teetape $*: takes too long"
}
for words in --whole '--as 1' '--as tee1' '--as tee1 --only --player 1' '--as 1 --whole' '--as 1 --every 2' '--as 1 --from 200000000 --to 400000010'; do
    # shellcheck disable=SC2086
    fast demo $words -o new.demo --force long
    [ $fast_status -eq 0 ] && good new.demo || wrong "demo $words: status $fast_status: $(cat err)"
done
fast demo --as 2 -o none.demo long
says err "the player '2' is not in this span"
fast demo --split player --as 1 -o demos long
[ "$(find demos -name '*.1.tee1.demo' | wc -l)" -eq 2 ] || wrong "--split player --as: $(cat out err)"

# What is passed over changes nothing.
recording 30000 1 >silent
recording 30000 600 >busy
for words in '--as 1' '--as 1 --whole' '--as 1 --every 2'; do
    # shellcheck disable=SC2086
    run 0 demo $words -o silent.demo --force silent
    # shellcheck disable=SC2086
    run 0 demo $words -o busy.demo --force busy
    same silent.demo busy.demo "demo $words"
done

# A page shows all of it.
fast page --force -o new.html long
[ $fast_status -eq 0 ] || wrong "page: status $fast_status: $(cat err)"
[ "$(wc -c <new.html)" -lt 2000000 ] || wrong "page: $(wc -c <new.html) bytes"
rm new.html

# A signal ends it at once, and leaves nothing. Many silences of nearly an hour take their time.
recording 400000000 2400 >long
there=$(ls -A)
for words in '-o new' '--as 0 -o new' '--split player -o new' '--split player --only -o new' '--split player --as 0 -o new' \
    '--split player --to 300000000 -o new' '--split player --only --to 300000000 -o new'; do
    # shellcheck disable=SC2086
    "$teetape" demo --whole $words long >out 2>err &
    child=$!
    sleep 0.3
    kill -TERM $child
    left=100
    while kill -0 $child 2>/dev/null && [ $left -gt 0 ]; do
        sleep 0.05
        left=$((left - 1))
    done
    [ $left -gt 0 ] || { wrong "demo --whole $words: a signal does not end it" && kill -KILL $child; }
    wait $child
    ended=$?
    [ $ended -eq 143 ] || wrong "demo --whole $words: status $ended: $(cat err)"
    rmdir new 2>/dev/null
    [ "$(ls -A)" = "$there" ] || wrong "demo --whole $words: leaves $(ls -A)"
done
exit $bad
