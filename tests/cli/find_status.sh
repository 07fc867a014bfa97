#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: find_status.sh COMMAND SOURCE_DIR
#
# When find ends with 1, how many answers it says that there are, and what it shows and makes where something is
# not there.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
mkdir arch
cp "$short" arch/good.teehistorian
cp "$tutorial" arch/whole.teehistorian
find() { # STATUS WORD...
    find_wanted=$1
    shift
    run "$find_wanted" find --db db "$@" arch
}

# Damage is news once, for a scan; later only answers count, whatever lies beside them.
find 0
head -c 50000 "$tutorial" >arch/cut.teehistorian && printf '\377\377\377\377\377\377\377' >>arch/cut.teehistorian
find 1
find 0
find 0 -q
find 0 --finish --slower 1000000
for scan in '' --no-scan; do
    # words that are split
    # shellcheck disable=SC2086
    {
        find 0 $scan --min-duration 0:08:00
        find 1 $scan --map '*'
        find 1 $scan --damaged
        says out cut.teehistorian
        find 1 $scan --commands --map '*'
    }
done
cp arch/cut.teehistorian arch/second.teehistorian && printf x >>arch/second.teehistorian
find 1 --min-duration 0:08:00
find 0 --min-duration 0:08:00
find 0 --json
says out '"damaged":2,"damaged_now":0'

# A limit that left something out is said.
find 1 -n 3
says err '3 of 4 answers; '
find 1 -n 4
says err 'note: 4 answers; '
find 1 -n 1 --player '*'
grep -q 'note: 1 of [0-9]* answers; ' err || wrong "a limit of sessions: $(cat err)"

# Where no date is known there is no time.
: >arch/empty.teehistorian
find 1 --damaged
grep -q '^arch/empty.teehistorian *0  *- ' out || grep -A1 'empty.teehistorian' out | grep -q '0  *-  *damaged' ||
    wrong "the time of a file without content: $(cat out)"
find 1 --damaged --json
grep 'empty.teehistorian' out | grep -q '"time":null' || wrong "its time as JSON: $(cat out)"

# A home folder that is not there is not made. Windows has its own word for it.
if [ -z "${TT_WINDOWS:-}" ]; then
    HOME=$folder/nowhere XDG_CACHE_HOME='' "$teetape" find arch >out 2>err
    [ $? -eq 3 ] && says err '--db' && [ ! -e nowhere ] || wrong "a home folder that is not there: $(cat err)"
fi
exit $bad
