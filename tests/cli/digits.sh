#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: digits.sh COMMAND SOURCE_DIR
#
# Players whose names are digits: nobody gets the deeds of another one because his slot has that number.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
need jq

# Slot 0 is called 1, slot 1 is called 007, and nobody is called 7.
enter() {
    int -8 "$1"
    start_info "$2" Clan | message "$1"
}
{
    header 2 ",\"version_minor\":\"6\",\"game_uuid\":\"aaaaaaaa-0000-4000-8000-000000000001\",\"start_time\":\"2026-11-01T20:00:00+0100\",\"map_name\":\"Kobra\""
    int -2 9 && enter 0 1 && enter 1 007 && enter 7 moo
    int -2 99 -1
} >digits.teehistorian
called='is the client with this id; for the player of this name write name:1'

# slots WORD...: of whom players lists the sessions.
slots() {
    run 0 players --json "$@" digits.teehistorian
    jq -r .cid out | sort -n | tr '\n' ' '
}
[ "$(slots --player 007)" = '1 ' ] || wrong "007 is not the name: $(cat out err)"
silent err
[ "$(slots --player name:1)" = '0 ' ] || wrong "name:1 is not the name: $(cat out err)"
silent err
[ "$(slots --player 7)" = '7 ' ] || wrong "7 is not the slot: $(cat out err)"
silent err
[ "$(slots --player 1)" = '1 ' ] || wrong "1 is not the slot: $(cat out err)"
says err "$called"
for verb in 'dump --player 1' 'inputs --player 1' 'chat --player 1' 'cut --player 1 -o one' \
    'demo --player 1 -o three.demo' 'demo --as 1 -o four.demo'; do
    # words that are split
    # shellcheck disable=SC2086
    run 0 $verb digits.teehistorian
    says err "$called"
done

# Over an archive digits are a name, and a slot only where nobody has it.
if "$teetape" --version | grep -qi sqlite; then
    found() { # CIDS WORD...
        found_cids=$1
        shift
        run 0 find --json --db db "$@" digits.teehistorian
        [ "$(jq -r .cid out | tr '\n' ' ')" = "$found_cids" ] || wrong "find $*: $(cat out err)"
    }
    found '0 ' --player 1
    hides err 'client id'
    found '1 ' --player 007
    found '7 ' --player 7
    says err "nobody has the name '7': it is taken as a client id"
    found '' --player 12345
    found '' --player name:7
fi
exit $bad
