#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: system_trouble.sh COMMAND SOURCE_DIR
#
# What the world around does: files that are missing, locked, growing or shrinking, a reader who leaves, a full
# disk, a signal, little memory.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
commands='info dump players chat verify'

# Until FILE has COUNT lines, ten seconds at most.
wait_for_lines() {
    tries=0
    while [ "$(wc -l <"$1")" -lt "$2" ] && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
}

for command in $commands; do
    "$teetape" $command missing >out 2>err
    [ $? -eq 3 ] && grep -q '^teetape: missing: cannot be opened: ' err && [ ! -s out ] || wrong "$command of a missing file"
    mkdir -p folder
    "$teetape" $command folder >out 2>err
    [ $? -eq 0 ] && grep -q 'note: there are no files' err && [ ! -s out ] || wrong "$command of an empty folder"
    # The others are handled all the same, and the highest status counts.
    "$teetape" $command --json missing "$short" >out 2>err
    [ $? -eq 3 ] && [ -s out ] || wrong "$command of a missing file and a good one"
done
head -c 2700 "$short" >'cut'
for line in '0 short' '1 short cut' '1 cut short' '0 folder short' '1 folder short cut' '3 cut missing folder short'; do
    set -- $line
    want=$1
    shift
    cp "$short" short
    "$teetape" verify "$@" >out 2>err
    [ $? -eq "$want" ] || wrong "verify $*: not status $want"
done

# No permission. Root may read everything, so somebody else has to try.
cp "$short" locked
chmod 0 locked
mkdir -p dark/inner
cp "$short" dark/inner/file
chmod 0 dark/inner
if [ "$(id -u)" -ne 0 ]; then
    somebody=
elif setpriv --reuid 65534 --regid 65534 --clear-groups "$teetape" --version >out 2>&1; then
    somebody='setpriv --reuid 65534 --regid 65534 --clear-groups'
else
    somebody=none
fi
if [ "$somebody" != none ]; then
    cat "$short" | $somebody "$teetape" verify locked - >out 2>err
    [ $? -eq 3 ] && grep -q '^teetape: locked: cannot be opened: ' err && grep -q '^-: good' out ||
        wrong "a locked file: $(cat err)"
    $somebody "$teetape" verify -r dark >out 2>err
    [ $? -eq 3 ] && grep -q '^teetape: dark/inner: ' err || wrong "a locked folder: $(cat err)"
    # A picture looks for the map before it draws, and says it once all the same.
    $somebody "$teetape" picture --data '' -o - locked >out 2>err
    [ $? -eq 3 ] && [ ! -s out ] && [ "$(grep -c '^teetape: locked: cannot be opened: ' err)" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] ||
        wrong "a picture of a locked file: $(cat err)"
    # A map that the user points to is not passed over.
    mkdir -p mine/maps
    echo map >mine/maps/dm1.map
    chmod 0 mine/maps/dm1.map
    TEETAPE_MAP_PATH=mine $somebody "$teetape" demo -o - "$recordings"/dm1/*.teehistorian >out 2>err
    [ $? -eq 3 ] && [ ! -s out ] && grep -q '^teetape: mine/maps/dm1.map: cannot be opened: ' err || wrong "a locked map: $(cat err)"
fi
chmod 700 dark/inner

# A reader who leaves: status 0, and not a word.
for command in dump 'dump --json' chat 'chat --json'; do
    { "$teetape" $command -q "$tutorial" 2>err && echo 0 >status || echo $? >status; } | head -n 1 >out
    [ "$(cat status)" = 0 ] && [ ! -s err ] && [ "$(wc -l <out)" -eq 1 ] || wrong "$command | head -n 1: $(cat status err)"
    { "$teetape" $command -q "$tutorial" "$tutorial" "$tutorial" 2>err && echo 0 >status || echo $? >status; } | head -n 1 >out
    [ "$(cat status)" = 0 ] && [ ! -s err ] || wrong "$command of many files | head -n 1: $(cat status err)"
done
{ "$teetape" dump --help 2>err && echo 0 >status || echo $? >status; } | true
[ "$(cat status)" = 0 ] && [ ! -s err ] || wrong "--help | true: $(cat status err)"

# A full disk.
if [ -c /dev/full ]; then
    for command in $commands; do
        for form in --quiet --json; do
            "$teetape" $command $form "$tutorial" >/dev/full 2>err
            status=$?
            # verify --quiet has nothing to say
            [ "$command$form" = verify--quiet ] && [ $status -eq 0 ] && continue
            [ $status -eq 3 ] && [ "$(grep -c 'cannot be written: ' err)" -eq 1 ] || wrong "$command $form >/dev/full: $status"
        done
    done
    "$teetape" --version >/dev/full 2>err
    [ $? -eq 3 ] || wrong '--version >/dev/full'
fi
# Stdout, stderr or stdin that are closed are no place for a recording's bytes.
"$teetape" verify "$short" >&- 2>err
[ $? -eq 3 ] || wrong "stdout is closed: status $?"
"$teetape" verify "$short" 2>&- >out || wrong 'stderr is closed'
"$teetape" verify - <&- >out 2>err
[ $? -ne 0 ] || wrong 'stdin is closed'

# A server that is still writing: what is there is shown at once, and FINISH ends it.
head -c 2664 "$short" >growing
timeout 60 "$teetape" dump --json --follow growing >out 2>err &
reader=$!
"$teetape" dump --json "$short" >want
size=2664
for next in 2700 2715 2780 2867; do
    head -c $next "$short" | "$teetape" dump --json - 2>/dev/null >expected
    tail -c +$((size + 1)) "$short" | head -c $((next - size)) >>growing
    wait_for_lines out "$(wc -l <expected)"
    head -n "$(wc -l <expected)" out | cmp -s expected - || wrong "after $next bytes --follow has shown $(wc -l <out) events"
    size=$next
done
wait $reader || wrong "--follow gives $? at the end"
cmp -s want out && [ ! -s err ] || wrong "--follow: $(cat err)"
# Compressed and complete already: FINISH ends that, too.
xz -c <"$short" >finished.xz
timeout 10 "$teetape" chat --follow --json finished.xz >out 2>err || wrong "--follow of a finished file: status $?"
"$teetape" chat --json "$short" | cmp -s - out || wrong '--follow of a finished file shows something else'
"$teetape" dump --follow "$short" growing >out 2>err
[ $? -eq 2 ] || wrong '--follow of two files'

# The user ends it: as soon as the signal comes, as the signal would, and what was read is there.
head -c 2700 "$short" >growing
timeout --preserve-status -s INT 0.5 "$teetape" dump --json --follow growing >out 2>err
[ $? -eq 130 ] || wrong "SIGINT: status $?"
head -c 2700 "$short" | "$teetape" dump --json - 2>/dev/null | cmp -s - out || wrong 'SIGINT: events are missing'
timeout --preserve-status -s TERM 0.5 "$teetape" chat --follow growing >out 2>err
[ $? -eq 143 ] || wrong "SIGTERM: status $?"

# A file that shrinks while it is followed is not waited for.
head -c 2700 "$short" >growing
timeout 10 "$teetape" dump --json --follow growing >out 2>err &
reader=$!
wait_for_lines out 3
head -c 100 "$short" >growing
wait $reader
status=$?
[ $status -eq 1 ] || [ $status -eq 3 ] || wrong "a file that shrinks: status $status"
[ -s err ] || wrong 'nothing is said of a file that shrinks'

# Memory does not grow with a recording: 100 MB of records, within 60 MB of address space.
{ header 2 '' && int -2 9 -8 0 && int -3 0 100 100; } >head-of-it
{ printf '\000\101\077' && int 0 5 -6 -2 3 && start_info nameless clan | message 0; } >some
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
    cat some some >'more' && mv more some
done
times=$((100000000 / $(wc -c <some)))
limit='ulimit -v 60000'
# The sanitizer's shadow needs terabytes of addresses, an emulator (which a script then calls) hundreds of megabytes for
# itself, and both are slow.
if [ "$(head -c 2 "$teetape")" = '#!' ] || LC_ALL=C grep -a -q __asan_init "$teetape"; then
    limit=:
    times=8
fi
large() {
    cat head-of-it
    count=0
    while [ $count -lt $times ]; do
        cat some
        count=$((count + 1))
    done
    int -1
}
for words in 'verify --quiet' 'info --json' 'chat --player nobody'; do
    large | ($limit && "$teetape" $words -) >out 2>err || wrong "$words of a large recording: status $?: $(tail -n 1 err)"
done
# A record without end is given up, not collected.
{ cat head-of-it && int -9 0 && head -c 100000000 /dev/zero | tr '\0' a; } | ($limit && "$teetape" verify -) >out 2>err
[ $? -eq 1 ] || wrong "a text of 100 MB: $(cat err)"
exit $bad
