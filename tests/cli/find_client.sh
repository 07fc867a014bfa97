#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: find_client.sh COMMAND SOURCE_DIR
#
# The same client under another name, by digits that say nothing about its code; and commands of the server's consoles.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
need jq

# game DAY NAME CODE...: a recording of a player who sends the codes.
game() {
    header 2 ",\"game_uuid\":\"aaaaaaaa-0000-4000-8000-00000000000$1\",\"start_time\":\"2026-11-0$1T20:00:00+0100\""
    int -2 99 && int -8 0 && start_info "$2" Clan | message 0
    shift 2
    for code in "$@"; do
        command_record 0 128 TimeOut "$code"
    done
    command_record -1 4 kick 0 spam
    command_record 0 32 ban 192.0.2.7 5
    command_record 0 128 team 5
    int -1
}
mkdir arch
game 1 moo hush1 >arch/1.teehistorian
game 2 quiet hush1 >arch/2.teehistorian
game 3 other hush2 >arch/3.teehistorian
game 4 quiet hush1 hush2 >arch/4.teehistorian

(umask 0 && "$teetape" find -q --db db arch) || wrong 'the scan'
[ "$(wc -c <db.key)" -eq 32 ] || wrong 'no key'
[ -n "${TT_WINDOWS:-}" ] || find db.key -perm 600 | grep -q . || wrong "the key is $(ls -l db.key)"
LC_ALL=C grep -c -e hush1 -e 192.0.2.7 db >/dev/null && wrong 'the database has a code or an address'
cp db.key key

# names WORD...: the names of the sessions that are found.
names() {
    "$teetape" find -q --json --db db "$@" >found || wrong "find $*"
    jq -r .player found | tr '\n' ' '
}
# The player of the fourth game has both codes, so all are one; without it they are two.
[ "$(names --same-client moo arch)" = 'moo quiet other quiet ' ] || wrong "of moo: $(cat found)"
[ "$(names --same-client moo --from 2026-11-03 arch)" = 'other quiet ' ] || wrong "of a time: $(cat found)"
[ "$(names --same-client moo arch/2.teehistorian)" = 'quiet ' ] || wrong "of a file: $(cat found)"
[ "$(names --same-client nobody arch)" = '' ] || wrong "of nobody: $(cat found)"
[ "$(names --player moo arch)" = 'moo ' ] || wrong "of a player alone: $(cat found)"
jq -e '.client | test("^[0-9a-f]{8}$")' found >jqout || wrong "digits: $(cat found)"
# The digits that were printed name the client as well, those of a version and of a code.
for digits in $("$teetape" find --json --db db --player moo --kind version,command arch | jq -r '.client // empty' | sort -u); do
    [ "$(names --same-client "$digits" arch)" = 'moo quiet other quiet ' ] || wrong "of $digits: $(cat found)"
done
[ "$(names --same-client 00000000 arch)" = '' ] || wrong "of digits that no client has: $(cat found)"
rm arch/4.teehistorian
[ "$(names --same-client moo arch)" = 'moo quiet ' ] || wrong "without a game: $(cat found)"
jq -s -e 'length == 2 and .[0].client == .[1].client' found >jqout || wrong "other digits: $(cat found)"
# A search needs no key; a scan of a filled database does, as clients would have other ids.
rm db.key
[ "$(names --no-scan --same-client moo arch)" = 'moo quiet ' ] || wrong "without a key: $(cat found)"
[ ! -e db.key ] || wrong 'a search makes a key'
"$teetape" find -q --db db arch 2>err && wrong 'a scan without the key'
says err 'lacks the key beside it'
[ ! -e db.key ] || wrong 'a filled database gets a new key'
"$teetape" find -q --db other arch || wrong 'a new database'
cmp -s key other.key && wrong 'the same key twice'
printf short >db.key
run 3 find --db db arch
says err 'the key beside it'
cp key db.key

# players has the same digits, and does not change the database.
"$teetape" find -q --json --no-scan --db db --same-client moo arch | jq -r .client >found
cp db before && chmod 400 db
run 0 players --json --db db arch
jq -r .client out | head -n 2 | same found - 'digits of players'
jq -s -e 'length == 3 and .[0].client == .[1].client and .[1].client != .[2].client' out >jqout || wrong "players: $(cat out)"
run 0 players --db db arch/1.teehistorian
says out "$(head -n 1 found)"
# Without a database there is no column; what it does not know is null.
run 0 players --json arch/1.teehistorian
hides out client
game 5 new hush1 >unknown.teehistorian
run 0 players --json --db db unknown.teehistorian
says out '"client":null'
says err "unknown.teehistorian: note: the database does not have this recording"
run 0 players --json --db db arch
hides err 'the database does not have'
feed 0 players --json --db db - <arch/1.teehistorian
run 3 players --db missing arch/1.teehistorian
says err 'missing: cannot be opened'
silent out
[ ! -e missing ] || wrong 'players makes a database'
same before db 'the database of players'
chmod 600 db

# Nothing shows the code.
run 0 find --show-secrets --json --kind command,version --db db arch
LC_ALL=C grep -q hush out && wrong 'a code is shown'
jq -s -e '[.[] | select(.text == "timeout ***")] | length == 3 and all(.client | length == 8)' out >jqout || wrong "commands: $(cat out)"
grep -q '"team' out && wrong 'a chat command is kept'
# Commands of the consoles.
run 0 find -q --console kick --db db arch
[ "$(grep -c 'the server runs kick 0 spam' out)" -eq 3 ] || wrong "kicks: $(cat out)"
run 0 find -q --json --console ban --db db arch
jq -s -e 'length == 3 and all(.text == "ban *** ***" and .value == 32)' out >jqout || wrong "bans: $(cat out)"
run 0 find -q --console timeout --db db arch
silent out
run 0 find -q --json --player moo --console kick --db db arch
silent out
run 2 find --console '' --db db arch
run 2 find --console kick --chat kick --db db arch
run 2 find --same-client moo --player quiet --db db arch
says err 'give one of them'
run 2 find --same-client '' --db db arch
exit $bad
