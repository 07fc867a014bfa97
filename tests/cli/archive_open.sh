#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: archive_open.sh COMMAND SOURCE_DIR
#
# A server that runs is no damage: its recording ends inside a record until the server writes the next block. The night
# after the server has ended reports what is damaged then, also when the file is the same.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
[ "$(uname)" = Linux ] || skip 'only Linux says who writes a file'
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
export TEETAPE_DB="$folder/db"

# A recording and an empty file, both open for writing.
mkdir archive
head -c 60001 "$tutorial" >archive/busy.teehistorian
"$teetape" verify -q archive/busy.teehistorian 2>/dev/null && wrong 'this part of a recording does not end inside a record'
exec 3>>archive/busy.teehistorian 4>archive/begun.teehistorian
for night in 1 2; do
    run 0 archive --quiet --unfinished archive
    silent out
    silent err
    [ "$("$teetape" find --no-scan --files 2>err)" = "$folder/archive/busy.teehistorian" ] ||
        wrong "night $night: the recording is not in the database"
done

# The server goes on, and ends well; the other one has crashed and wrote nothing any more.
tail -c +60002 "$tutorial" >&3
exec 3>&- 4>&-
run 1 archive --quiet archive
hides err busy
says err 'begun.teehistorian: damaged: offset 0: the file is empty'
run 0 archive --quiet archive
silent err

# A crash in the middle of a record, in a file that the database knows.
head -c 60001 "$tutorial" >archive/crashed.teehistorian
exec 3>>archive/crashed.teehistorian
run 0 archive --quiet archive
exec 3>&-
run 1 archive --quiet archive
says err 'crashed.teehistorian: damaged: offset '
run 0 archive --quiet archive
exit $bad
