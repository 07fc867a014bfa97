#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: cut_trouble.sh COMMAND SOURCE_DIR
#
# What may happen to cut, and how a span may be asked for: all forms of places in time, inputs that are compressed, piped,
# unfinished or damaged, a full disk, signals. Whatever fails leaves nothing.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
dm1=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
killed=$tree/tests/recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian

# gone WHAT: no output, and nothing half.
gone() {
    [ ! -e none ] || { wrong "$1: there is a file" && rm -f none; }
    for gone_file in .teetape-*; do
        [ ! -e "$gone_file" ] || { wrong "$1: $gone_file is left" && rm -f "$gone_file"; }
    done
}

# All forms of a place give the same cut: 2000 ticks are 40 s.
start=$("$teetape" info --json "$dm1" | sed 's/.*"start_time":"\([^"]*\)".*/\1/')
second=$(date -d "$start" +%s)
case $start in *+0000) ;; *) wrong "the recording is of $start, and not in UTC" ;; esac
run 0 cut "$dm1" --from 1500 --to 2000 -o want
clock() { # SECONDS FORM: the wall clock time there
    case $2 in
    utc) date -u -d "@$(($1 + second))" +%Y-%m-%dT%H:%M:%S+0000 ;;
    z) date -u -d "@$(($1 + second))" +%Y-%m-%dT%H:%M:%SZ ;;
    east) TZ=UTC-2 date -d "@$(($1 + second))" +%Y-%m-%dT%H:%M:%S+0200 ;;
    own) date -u -d "@$(($1 + second))" +%Y-%m-%dT%H:%M:%S ;;
    esac
}
for span in '1500 2000' '0:30 0:40' '00:00:30 0:0:40.0' '0:29.98 0:39.98' '0:29.981 0:39.99' "$(clock 30 utc) $(clock 40 utc)" \
    "$(clock 30 z) $(clock 40 z)" "$(clock 30 own) $(clock 40 own)" "$(clock 30 east) $(clock 40 east)" "0:30 $(clock 40 utc)" '1500 0:40'; do
    case $span in 0:29.98\ *) ticks='1499 1999' ;; *) ticks='1500 2000' ;; esac
    run 0 cut "$dm1" --from "${span% *}" --to "${span#* }" -o have --force --json
    grep -q "\"from\":${ticks% *},\"to\":${ticks#* }," out || wrong "from and to of $span: $(cat out)"
    [ "$ticks" != '1500 2000' ] || cmp -s have want || wrong "the cut of $span is another one"
done
{ header 2 ',"map_name":"x"' && int -8 1 -2 9 -9 1 && text x && int -1; } >timeless
run 2 cut timeless --from "$(clock 30 utc)" -o none
grep -q 'no start time' err || wrong "a wall clock time without a start: $(cat err)"
gone 'a wall clock time without a start'
for place in x 1:2:3:4 -1 2026-13-01T00:00:00 1:60 ''; do
    run 2 cut "$dm1" --from "$place" -o none
    grep -q -- '--from' err || wrong "--from $place: $(cat err)"
    gone "--from $place"
done

# Compressed inputs, in a file or a pipe, are the same inputs.
run 0 cut "$dm1" --from 1500 --player player1 -o one
for line in 'xz xz' 'zst zstd' 'gz gzip'; do
    program=${line#* }
    command -v "$program" >/dev/null && has_codec "${line% *}" || continue
    $program -c <"$dm1" >input
    run 0 cut input --from 1500 --player player1 -o - && cmp -s out one || wrong "a cut of a $program file"
    feed 0 cut - --from 1500 --to 2000 -o - <input && cmp -s out want || wrong "a cut of $program in a pipe"
    "$teetape" index -q input || wrong "no index of a $program file"
    run 0 cut input --from 1500 --to 2000 -o - && cmp -s out want || wrong "a cut of a $program file with an index"
    head -c 6000 input >half
    run 1 cut half --from 0 -o rest --force
    "$teetape" verify --quiet --strict rest || wrong "the rest of half a $program file"
    rm -f input.ttidx
done

# An index that does not fit is reported, and does not matter.
cp "$tutorial" input
cp "$dm1" other
"$teetape" index -q other
mv other.ttidx input.ttidx
run 0 cut input --from 5:00 --to 6:00 -o have --force
grep -q 'input.ttidx: warning: the index belongs to another recording' err || wrong "a foreign index: $(cat err)"
run 0 cut "$tutorial" --from 5:00 --to 6:00 -o want --force
cmp -s have want || wrong 'a foreign index changes the cut'
"$teetape" index -q --force input || "$teetape" index -q input
run 0 cut input --from 5:00 --to 6:00 -o have --force
[ ! -s err ] && cmp -s have want || wrong "a cut by the right index: $(cat err)"

# A server that was killed: no FINISH is no fault. One that still writes has an index of less than all.
run 0 cut "$killed" -o rest --force
"$teetape" verify --strict rest | grep -q 'good' || wrong 'the cut of an unfinished recording'
head -c 2600 "$killed" >input
run 1 cut input --from 1 -o rest --force
grep -q 'input: .*2598' err || wrong "where a recording is damaged is not said: $(cat err)"
"$teetape" verify --quiet --strict rest || wrong 'the readable part of a damaged recording'
# A time that is wholly after the damage.
rm -f none
run 1 cut input --from 5:00 -o none
grep -q 'input: this span has nothing readable, so nothing was written; teetape repair --resync may get more$' err ||
    wrong "a cut after the damage: $(cat err)"
gone 'a cut after the damage'
head -c 100 "$dm1" >input
run 1 cut input -o none
gone 'half a header'
: >input
run 1 cut input -o none
gone 'an empty input'
head -c 3000 /dev/urandom >input
run 1 cut input -o none
gone 'an input of noise'
run 2 cut . -o none
gone 'a folder as input'

# Devices, and stdout that is closed.
run 0 cut "$dm1" -o /dev/null
run 0 cut "$dm1" -o /dev/null
"$teetape" cut "$dm1" -o - >&- 2>err
[ $? -eq 3 ] || wrong "stdout is closed: $(cat err)"
run 2 cut "$dm1" -o ''

# A disk that is full, at any time: reported, what was there remains, and nothing is left.
full() { # WHAT COMMAND...: how it ends, with 3 and a message, and without an output
    full_what=$1
    shift
    "$@" >out 2>err
    full_status=$?
    [ $full_status -eq 3 ] && grep -q '^teetape: .*none[^ ]*: .*cannot be written' err || wrong "$full_what: status $full_status: $(cat err)"
}
for blocks in 1 4 20; do
    full "a limit of $blocks blocks" limited $blocks "$teetape" cut "$tutorial" -o none
    gone "a limit of $blocks blocks"
done
echo mine >none
full 'a limit and --force' limited 4 "$teetape" cut "$tutorial" --force -o none
[ "$(cat none)" = mine ] || wrong 'what was there is lost when the disk is full'
rm none
gone 'a limit and --force'
# The pieces that are complete remain; the one that is not is nowhere. A small disk of our own, where that may be made.
mkdir disk
if unshare -m mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null; then
    # shellcheck disable=SC2016
    unshare -m sh -c '
        mount -t tmpfs -o size=64k tmpfs disk && cd disk
        "$1" cut --split 1:00 "$2" -o none.teehistorian >../out 2>../err
        echo $? >../status
        ls -A >../have
        for piece in *; do "$1" verify --quiet --strict "$piece" || echo "$piece is not whole"; done >../wrong' \
        sh "$teetape" "$tutorial"
    [ "$(cat status)" = 3 ] && grep -q 'No space left' err || wrong "a disk of 64 KiB: status $(cat status): $(cat err)"
    grep -q '^\.' have && wrong "a disk of 64 KiB: a half file is left: $(cat have)"
    [ -s have ] && [ "$(wc -l <have)" -eq "$(wc -l <out)" ] || wrong "a disk of 64 KiB: told are others than are there: $(cat out have)"
    [ ! -s wrong ] || wrong "$(cat wrong)"
fi

# A signal in the middle: as the signal would, and nothing is left.
for signal in INT TERM HUP; do
    for output in none none.xz; do
        # A new one each time: the last cat may not know yet that nobody reads, and go on in the middle of the recording.
        rm -f pipe
        mkfifo pipe
        # What came so far is on its way; the rest never comes.
        { cat "$tutorial" && exec sleep 30; } >pipe &
        feeder=$!
        (exec "$teetape" cut - -o $output) <pipe >out 2>err &
        cutter=$!
        tries=0
        while ! ls .teetape-* >have 2>&1 && [ $tries -lt 500 ]; do
            sleep 0.05
            tries=$((tries + 1))
        done
        [ $tries -lt 500 ] || wrong "$signal: no temporary file within 25 seconds"
        kill -$signal $cutter
        wait $cutter 2>/dev/null
        have=$?
        kill $feeder 2>/dev/null
        wait $feeder 2>/dev/null
        [ $have -gt 128 ] || [ $have -eq 3 ] || wrong "$signal: status $have: $(cat err)"
        [ ! -e $output ] || wrong "$signal: there is a file"
        gone "$signal"
    done
done
exit $bad
