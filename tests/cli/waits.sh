#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: waits.sh COMMAND SOURCE_DIR
#
# Where a file is expected there may be a FIFO whose other end never comes: whatever opens it, one signal ends the wait.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
teehistorian=$tree/tests/recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian
cp "$teehistorian" a
cp "$demo" b.demo
mkfifo fifo a.ttidx

# ends WORD...: by itself, or by the first signal; it leaves no file.
ends() {
    "$teetape" "$@" >out 2>err &
    child=$!
    sleep 0.3
    kill -TERM $child 2>/dev/null
    left=100
    while kill -0 $child 2>/dev/null && [ $left -gt 0 ]; do
        sleep 0.05
        left=$((left - 1))
    done
    if [ $left -eq 0 ]; then
        wrong "teetape $*: a signal does not end it"
        kill -KILL $child
    fi
    wait $child
    ends_status=$?
    [ "$(ls -A)" = "$there" ] || wrong "teetape $*: leaves $(ls -A)"
}
# waits WORD...: it cannot go on without the other end.
waits() {
    ends "$@"
    [ $ends_status -eq 143 ] || wrong "teetape $*: status $ends_status: $(cat err)"
    silent err
}
: >out
: >err
: >find.db
there=$(ls -A)

# As an input, alone and with others that are read at the same time, where another thread than the first opens it.
for verb in info dump players chat verify index 'cut -o new' 'repair -o new' 'anonymize --key 0123456789abcdef -o new' 'pack -o new' \
    'unpack -o new' 'demo --no-map -o new' 'map -o new' 'concat -o new b.demo'; do
    # words that are split
    # shellcheck disable=SC2086
    waits $verb fifo
done
ends verify -j 4 fifo fifo fifo fifo
[ $ends_status -eq 143 ] || wrong "several that wait: status $ends_status"
# As an output.
for verb in 'cut' 'repair' 'anonymize --key 0123456789abcdef' 'demo --no-map' 'pack' 'unpack'; do
    # shellcheck disable=SC2086
    waits $verb --quiet -o fifo a
done
for verb in 'cut' 'repair' 'map' 'concat b.demo'; do
    # shellcheck disable=SC2086
    ends $verb --quiet -o fifo b.demo
    [ $ends_status -ne 0 ] || wrong "$verb -o fifo: nobody read it"
done
# As what an option names.
waits anonymize --key-file fifo -o new a
ends demo --map fifo -o new a
[ $ends_status -ne 0 ] || wrong 'a map that never came'
ends cut --attach-map fifo -o new b.demo
[ $ends_status -ne 0 ] || wrong 'a map that never came'
if "$teetape" --version | grep -q 'SQLite [0-9]'; then
    ends find --db fifo --map x .
    [ $ends_status -ne 0 ] || wrong 'a database that is a FIFO'
    ends find --db fifo --no-scan --map x .
    [ $ends_status -ne 0 ] || wrong 'a database that is a FIFO'
    ends find --db find.db --import fifo
    [ $ends_status -ne 0 ] || wrong 'what is to be imported is a FIFO'
fi
# In the place of an index, of any verb that looks for one, and is not waited for at all.
for verb in index 'index --force' 'players --from 10' 'verify' 'cut --from 10 --force -o a.cut' 'pack --force -o a.cut'; do
    : >a.cut
    there=$(ls -A)
    # shellcheck disable=SC2086
    ends $verb a
    [ $ends_status -ne 143 ] || wrong "teetape $verb: waits for what is in the place of an index"
    rm a.cut
    there=$(ls -A)
done

# It is no index: a sentence says so, and the recording is judged by itself, whatever has the name.
mkdir kinds
for kind in fifo folder device; do
    cp a kinds/$kind
    case $kind in
    fifo) ln -s ../fifo kinds/fifo.ttidx ;;
    folder) mkdir kinds/folder.ttidx ;;
    device) ln -s /dev/null kinds/device.ttidx ;;
    esac
    run 0 verify --strict kinds/$kind
    grep -q ': good, [0-9]* bytes, [0-9:.]*$' out || wrong "with a $kind in the place of an index: $(cat out)"
    [ "$(cat err)" = "teetape: kinds/$kind.ttidx: warning: this is not a regular file, so it is not used as an index" ] ||
        wrong "a $kind in the place of an index: $(cat err)"
    run 0 verify --json kinds/$kind
    grep -q '"index"' out && wrong "a $kind is an index: $(cat out)"
    run 0 players --from 10 kinds/$kind
    says err 'this is not a regular file, so it is not used as an index'
done
rm -r kinds

# What comes late is read, and written.
{ sleep 0.3 && cat a >fifo; } &
run 0 verify fifo
says out 'good'
wait
cat fifo >have &
run 0 repair -q -o fifo a
wait
cmp -s have a || wrong 'an output that was waited for'
{ sleep 0.3 && printf 0123456789abcdef >fifo; } &
run 0 anonymize --key-file fifo -o one a
wait
run 0 anonymize --key 0123456789abcdef -o two a
cmp -s one two || wrong 'a key that was waited for'
exit $bad
