#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: find_demos.sh COMMAND SOURCE_DIR
#
# teetape find in a folder with demos beside teehistorian files, and with the database of an older version.
. "$2/tests/support/cli.sh"
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
export XDG_CACHE_HOME="$folder/cache"
export TZ=Asia/Tokyo # of no importance

mkdir -p arch/demos
cp -p "$tree/tests/recordings/dm1/client0.demo" arch/demos/
cp -p "$tree"/tests/recordings/dm1/*.teehistorian arch/

find() {
    "$teetape" find "$@" >out 2>err </dev/null || wrong "teetape find $*: status $? $(cat err)"
}

# finds COUNT WORD...: this many answers.
finds() {
    want=$1
    shift
    find --json "$@" arch
    [ "$(wc -l <out)" -eq "$want" ] || wrong "find $*: $(wc -l <out) answers in place of $want"
}

find arch
[ "$(cat out)" = '2 recordings known: 2 read' ] || wrong "the first scan: $(cat out)"
find arch
[ "$(cat out)" = '2 recordings known: nothing new' ] || wrong "the second scan: $(cat out)"

# Both formats in one database, and one alone.
finds 2 --map dm1
finds 1 --format demo
finds 1 --format teehistorian
finds 8 --player '?*'
finds 4 --player '?*' --format demo
finds 2 --player renamed0
finds 1 --min-duration 60 --max-duration 61
finds 2 --from 2026-11-21T08:05 --to 2026-11-21T08:06
finds 1 --from 2026-11-21T08:05Z --to 2026-11-21T08:06Z
finds 0 --finish
finds 0 --damaged
finds 14 --kind kill
finds 14 --kind kill --player '?*'
finds 0 --killer '?*'
finds 2 --chat 'hello 45'
finds 0 --chat 'HELLO 45'
finds 2 --chat 'HELLO 45' -i
finds 1 --chat 'hello 45' --player dummy1

# A time with a zone, as teehistorian files have it, leaves the demos out: that is said.
notes() {
    want=$1
    shift
    find --no-scan "$@"
    [ "$(sed 's/^teetape: note: //' err)" = "$want" ] || wrong "the notes of find $*: $(cat err) in place of $want"
}
left='1 demo has a time without a zone and was not searched'
notes "1 answer; 2 recordings known
$left" --from 2026-11-21T08:05Z arch
notes "0 answers; 2 recordings known
$left" --to 2026-11-21T08:05+0000 --chat 'hello 45' --format demo arch
notes '2 answers; 2 recordings known' --from 2026-11-21T08:05 arch
notes '1 answer; 2 recordings known' --from 2026-11-21T08:05Z --format teehistorian arch
notes '1 answer; 1 recording known' --from 2026-11-21T08:05Z arch/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
# What no recording of a kind has is said where some of the kind were searched.
notes '0 answers; 2 recordings known; servers before DDNet 18.3 did not record finishes' --finish arch
notes '0 answers; 2 recordings known; servers before DDNet 18.3 did not record finishes' --kind finish,team_finish arch
notes '0 answers; 2 recordings known' --finish --format demo arch
notes '0 answers; 1 recording known' --faster 60 arch/demos
notes '0 answers; 2 recordings known' --finish --map x arch
notes '0 answers; 2 recordings known; teehistorian files hold no plain chat' --chat 'no such line' arch
notes '0 answers; 1 recording known' --chat 'no such line' arch/demos
notes '0 answers; 2 recordings known' --rcon nobody arch

# What is printed. A demo tells no zone.
find --map dm1 arch
grep -q '^arch/demos/client0.demo  *875  2026-11-21T08:05:01.00  *map dm1, 0:01:00.06$' out || wrong "a demo in a table: $(cat out)"
find --json --format demo arch
[ "$(cat out)" = '{"file":"arch/demos/client0.demo","tick":875,"time":"2026-11-21T08:05:01.00","kind":"recording","format":"demo","last_tick":3878,"complete":true,"damaged":false,"state":"good","map":"dm1","server":null,"game_uuid":null}' ] ||
    wrong "a demo as JSON: $(cat out)"
find --chat 'hello 45' arch
grep -q '^arch/demos/client0.demo  *991  2026-11-21T08:05:03.32  dummy0: hello 45 from player0$' out || wrong "chat: $(cat out)"
find --json --kind kill --limit 1 arch
grep -q '"kind":"kill","cid":3,"player":"dummy1","value":-2,"killer":3,"killer_name":"dummy1",' out || wrong "a kill as JSON: $(cat out)"
find --kind kill --limit 1 arch
grep -q 'dummy1 kills itself$' out || wrong "a kill: $(cat out)"

# Commands: parts of demos are demos, and no demo is made of a demo.
find --commands --chat 'hello 45' arch
sed -n 1p out >line
echo 'teetape cut arch/demos/client0.demo --from 875 --to 1491 -o client0_chat_991_2.demo' | cmp -s - line ||
    wrong "the command of a chat line: $(cat line)"
find --commands --chat 'hello 45' --player 2 arch
grep -q -- ' --from 875 --to 1491 --player 2 -o ' out || wrong "the command of a chat line of a player: $(cat out)"
find --commands --kind kill,join arch
mkdir cuts
{ printf 'teetape() { "$teetape" "$@"; }\n' && cat out; } >script
(export teetape && set -e && cd cuts && ln -s ../arch arch && . ../script) >have 2>err || wrong "the commands fail: $(cat err)"
"$teetape" verify -q cuts/*.demo cuts/*.teehistorian >have 2>err || wrong "the commands cut badly: $(cat err)"
find --commands=demo --kind join arch
grep -q 'client0.demo' out && wrong 'a demo of a demo'
[ "$(grep -c '^teetape demo arch/.*\.teehistorian ' out)" -eq 4 ] || wrong "demos of joins: $(cat out)"
grep -q '^teetape: note: [0-9]* answers; ' err && grep -q '^teetape: note: 4 answers are left out: no demo is made of a demo$' err ||
    wrong "answers without a command: $(cat err)"
find --commands=page --chat 'hello 45' arch
sed -n 1p out >line
echo 'teetape page arch/demos/client0.demo --from 875 --to 1491 -o client0_chat_991_2.html' | cmp -s - line ||
    wrong "the page of a chat line: $(cat line)"
find --commands=page --format demo arch
grep -q '^teetape page arch/demos/client0.demo -o ' out || wrong "the page of a demo: $(cat out)"

# What is cut is named after its demo, whatever the name is: two demos do not give one file.
mkdir odd
for odd in 'a b' "it's \$(touch bad)" '-rf' "$(printf 'esc\033[31m')"; do
    cp arch/demos/client0.demo "odd/$odd.demo"
    # Windows has no name with a control character
    "$teetape" info --quick "odd/$odd.demo" >have 2>&1 || rm "odd/$odd.demo"
done
[ "$(ls odd | wc -l)" -ge 3 ] || wrong 'no odd names'
for verb in cut page; do
    find --db odd.db --commands=$verb --player player0 odd
    # The shell hands the name over as it is.
    printf 'teetape() { for word do case $word in *_session_*) printf "%%s\\n" "$word" ;; esac; done; }\n' >script
    cat out >>script
    sh script | LC_ALL=C sort >have
    [ $verb = page ] && ending=html || ending=demo
    for odd in 'a b' "it's \$(touch bad)" './-rf' "$(printf 'esc\033[31m')"; do
        [ ! -e "odd/${odd#./}.demo" ] || printf '%s_session_875_0.%s\n' "$odd" $ending
    done | LC_ALL=C sort | cmp -s - have || wrong "the names of what --commands=$verb cuts: $(cat -v out have)"
done
[ ! -e bad ] || wrong 'a command of a file name was run'
rm -r odd
long=$(printf '%0240d' 7)
mkdir long && cp arch/demos/client0.demo "long/$long.demo"
find --db odd.db --commands --player player0 long
grep -q " -o 0\{200\}_session_875_0.demo$" out || wrong "the name of what is cut of a demo with a long name: $(cat out)"

# The database of before 0.2: refused where it is only read, else made anew, which is said once.
if command -v sqlite3 >/dev/null; then
    sqlite3 old.db 'PRAGMA application_id = 1414816114; PRAGMA user_version = 2; CREATE TABLE recording (id);' ||
        wrong 'the old database is not made'
    cp old.db before.db
    "$teetape" find --db old.db --no-scan --map x >out 2>err
    [ $? -eq 3 ] && grep -q 'old.db: was made by an older teetape (version 2' err || wrong "an old database with --no-scan: $(cat err)"
    cmp -s old.db before.db || wrong 'an old database is changed by --no-scan'
    find --db old.db arch
    grep -q '^teetape: old.db: note: was made by an older teetape .*; all recordings are read again' err && [ "$(wc -l <err)" -eq 1 ] ||
        wrong "an old database: $(cat err)"
    [ "$(cat out)" = '2 recordings known: 2 read' ] || wrong "a scan into an old database: $(cat out)"
    find --db old.db arch
    [ ! -s err ] && [ "$(cat out)" = '2 recordings known: nothing new' ] || wrong "after an old database: $(cat out err)"
fi

# Wrong usage.
refused() {
    "$teetape" find "$@" >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] && grep -q '^teetape: ' err || wrong "find $* is not refused as wrong usage"
}
for words in '--format capture' '--killer name:' '--chat x --killer y' '--kind kill --killer y'; do
    # shellcheck disable=SC2086
    refused $words arch
done
refused --chat '' arch

# A demo of which the slot of a tee that died has the next client when the death is known, and whose header says nothing of a
# SHA-256. An index changes no answer, and a death ends nobody's session.
mkdir late
cp "$tree/tests/data/archive/late-death.demo" late/
for database in before.db after.db; do
    "$teetape" find -q --json --db $database --player '*' late >$database.out 2>err
    "$teetape" find -q --json --db $database --kind kill,death,leave,join late >>$database.out 2>>err
    "$teetape" index -q late >>err 2>&1
done
[ "$(wc -l <before.db.out)" -gt 4 ] && sed 's/"client":"[^"]*"//' before.db.out >want && sed 's/"client":"[^"]*"//' after.db.out | cmp -s - want ||
    wrong "an index changes the answers: $(diff before.db.out after.db.out)"
"$teetape" table sessions --columns cid,joined_tick,left_tick,deaths late/late-death.demo >rows 2>err
[ "$(tr -d '\r' <rows)" = 'cid,joined_tick,left_tick,deaths
0,10,11,1
0,12,500,0' ] || wrong "sessions: $(cat rows)"
exit $bad
