#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: find.sh COMMAND SOURCE_DIR
#
# A small archive of which everything is known: each search gives exactly what was planted. Names through the chain
# of games, files that move, vanish, grow and are damaged; secrets; lists of games; commands for a shell.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
export XDG_CACHE_HOME="$folder/cache"
export TZ=Asia/Tokyo # of no importance

auth=37ecd3b8-9218-3bb9-a71b-a935b86f6a81
name=d016f9b9-4151-3b87-87e5-3a6087eb5f26
finish=68943c01-2348-3e01-9490-3f27f8269d94
team_finish=9588b9af-3fdc-3760-8043-82deeee317a5
save=4560c756-da29-3036-81d4-90a50f0182cd
load=e05408d3-a313-33df-9eb3-ddb990ab954a
team=a111c04e-1ea8-38e0-90b1-d7f993ca0da9
saved=11111111-2222-3333-4444-555555555555
game1=aaaaaaaa-0000-4000-8000-000000000001
game2=aaaaaaaa-0000-4000-8000-000000000002
game3=aaaaaaaa-0000-4000-8000-000000000003
other=bbbbbbbb-0000-4000-8000-000000000001

# game UUID START SERVER MAP [PREVIOUS]
game() {
    header 2 ",\"version_minor\":\"8\",\"game_uuid\":\"$1\"${5:+,\"prev_game_uuid\":\"$5\"},\"start_time\":\"$2\",\
\"server_name\":\"$3\",\"map_name\":\"$4\""
}

# enter CID NAME: JOIN, what the client asks for, and the server's word. asks: without it.
asks() {
    start_info "$2" Clan | message "$1"
}
enter() {
    int -8 "$1"
    asks "$1" "$2"
    { int "$1" && text "$2"; } | ex $name
}

# Game 1: moo (0) finishes twice, [x]Zo\303\253 (1) plays in team 5 with MOO (2), who goes. Last tick 10000.
mkdir -p arch/deep
{
    game $game1 2026-11-01T20:00:00+0100 Ger1 Kobra
    int -2 99 && enter 0 moo && enter 1 '[x]Zo\0303\0253' && enter 2 MOO
    { int 2 3 && text chief; } | ex $auth
    int -2 899 && { int 1 5; } | ex $team && { int 2 5; } | ex $team
    int -2 3999 && { int 0 3025; } | ex $finish
    int -2 999 && { int 5 && hex $saved && text 'a save'; } | ex $save
    int -2 999 && { int 1 5000; } | ex $finish && { int 2 5000; } | ex $finish && { int 5 5000; } | ex $team_finish
    int -2 999 && int -9 2 && text 'had to "go"'
    int -2 1999 && { int 0 2999; } | ex $finish
    int -1
} >arch/$game1.teehistorian
# Game 2, the next map: 0 and 1 are carried over, they only ask for their names again; 3 is new. The request of 1 is
# not what it was called: the server has its own ideas. The file has no end.
{
    game $game2 2026-11-01T20:03:20+0100 Ger1 'Multeasy*map' $game1
    int -8 0 -8 1
    int -2 49 && asks 0 moo && asks 1 Zoe && enter 3 late
    int -2 99 && { int 5 && hex $saved && text 'a save'; } | ex $load && { int 0 1500; } | ex $finish
} >arch/deep/$game2.teehistorian
# Game 3: a server that writes no JOIN for them; nobody says a name. 0 is there still, 3 too; 1 left in the meantime.
{
    game $game3 2026-11-01T20:04:00+0100 Ger1 Kobra $game2
    int -2 9 -3 0 100 100 -3 3 200 200
    int -2 99 && { int 0 777; } | ex $finish
    int -1
} >arch/deep/$game3.teehistorian
# Another server, half a year later, in another zone; a client of whom no name is known.
{
    game $other 2027-05-01T12:00:00-0500 'Test 100%' Tutorial
    int -2 49 -8 7 && int -2 4949 && { int 7 60; } | ex $finish && int -1
} >arch/other.teehistorian
echo 'no recording' >arch/README
cp -p -R arch keep

find() {
    "$teetape" find "$@" >out 2>err </dev/null || wrong "teetape find $*: status $? $(cat err)"
}

# finds WANT WORD...: the answers as "tick kind player value", each with a bar after it.
finds() {
    want=$1
    shift
    find --json "$@" arch
    have=$(sed -e 's/"player":null/"player":"-"/' \
        -e 's/^{"file":[^,]*,"tick":\([0-9]*\),.*"kind":"\([a-z_]*\)".*"player":"\([^"]*\)".*/\1 \2 \3/' \
        -e 's/^{"file":[^,]*,"tick":\([0-9]*\),.*"kind":"\([a-z_]*\)".*/\1 \2/' out | tr '\n' '|')
    [ "$have" = "$want" ] || wrong "find $*: '$have' in place of '$want'"
}

find arch
[ "$(cat out)" = '4 recordings known: 4 read, 1 unfinished' ] || wrong "the first scan: $(cat out)"
[ "$(stat -c %a cache/teetape/archive.db)" = 600 ] || wrong 'others may read the database'
cp cache/teetape/archive.db first.db
find arch
[ "$(cat out)" = '4 recordings known: nothing new' ] || wrong "the second scan: $(cat out)"
cmp -s first.db cache/teetape/archive.db || wrong 'the second scan writes'
find --json arch
[ "$(cat out)" = '{"files":4,"read":0,"moved":0,"gone":0,"kept":0,"damaged":0,"damaged_now":0,"unfinished":0,"failed":0,"bytes":0}' ] ||
    wrong "the second scan as JSON: $(cat out)"

# Recordings.
finds '0 recording|0 recording|' --map Kobra
finds '0 recording|' --map Kob* --min-duration 0:03:00
finds '0 recording|' --map Kobra --max-duration 179.9
finds '' --map kobra
finds '0 recording|0 recording|' --map kobra -i
finds '0 recording|' --map 'Multeasy\*map'
finds '' --map 'Kobr\*'
finds '0 recording|' --server 'Test 100%'
finds '0 recording|0 recording|0 recording|' --server 'Ger?'
finds '0 recording|0 recording|0 recording|' --server er1
finds '0 recording|0 recording|' --from 2026-11-01T20:03:20 --to 2026-11-01T20:03:21
finds '0 recording|0 recording|' --from 2026-11-01T19:03:20Z --to 2026-11-01T19:03:21Z
finds '' --from 2026-11-01T20:03:20Z --to 2027-05-01T16:00Z
finds '0 recording|' --from 2027-05-01 --to 2027-05-02
finds '0 recording|' --from 2027-05-01T17:00Z
finds '0 recording|' --limit 1
# Times in the wrong order hold nothing, also where something lasts from before the end until after the begin.
for words in '' '--player moo' '--finish'; do
    # shellcheck disable=SC2086
    find $words --from 2026-11-01T20:02 --to 2026-11-01T20:01 arch
    [ ! -s out ] && [ "$(cat err)" = 'teetape: note: there is nothing from 2026-11-01T20:02 to 2026-11-01T20:01
teetape: note: 0 answers; 4 recordings known: nothing new' ] || wrong "find $words with times in the wrong order: $(cat out err)"
done
finds '' --from 2026-11-01 --to 2026-11-01
finds '0 recording|0 recording|' --from 2026-11-01T20:03:20 --to 2026-11-01T19:03:21Z
finds '0 recording|0 recording|' --from 2026-11-01T20:03:20 --to +1
# --at is a day, a minute or a second; --local and --utc say in which zone (TZ is nine hours ahead of UTC).
finds '0 recording|0 recording|0 recording|' --at 2026-11-01
finds '0 recording|' --at '2026-11-01 20:04'
finds '0 recording|0 recording|' --at 2026-11-01T20:03:20
finds '' --at 2026-11-02
finds '0 recording|' --at 2027-05-01
finds '0 recording|0 recording|' --utc --at 2026-11-01T19:03:20
finds '0 recording|0 recording|' --local --at 2026-11-02T04:03:20
finds '0 recording|0 recording|0 recording|' --local --at 2026-11-02
finds '0 recording|' --local --from 2027-05-02T02:00 --to +1
# The day of a clock change has 23 or 25 hours.
mkdir clocks
{ header 2 ',"start_time":"2026-10-25 23:30:00 +0100"' && int -2 49 -1; } >clocks/autumn.teehistorian
{ header 2 ',"start_time":"2026-03-30 00:30:00 +0200"' && int -2 49 -1; } >clocks/spring.teehistorian
for words in '--at 2026-10-25' '--from 2026-10-25 --to 2026-10-26' '--at 2026-03-30'; do
    # shellcheck disable=SC2086
    TZ=CET-1CEST,M3.5.0,M10.5.0/3 find --db clocks.db --local --count $words clocks
    [ "$(cat out)" = 1 ] || wrong "find --local $words: $(cat out)"
done
TZ=CET-1CEST,M3.5.0,M10.5.0/3 find --db clocks.db --local --count --at 2026-03-29 clocks
[ "$(cat out)" = 0 ] || wrong "find --local of the day before: $(cat out)"
find --utc --at 2026-11-01T19:03 arch
grep -q '2026-11-01T19:00:00.00+0000' out || wrong "find --utc: $(cat out)"
find --at 20:10 arch
date=$(date +%Y-%m-%d)
grep -q "^teetape: note: the time from ${date}T20:10:00 to ${date}T20:11:00 (in each recording's zone) was searched$" err ||
    wrong "find --at without an answer: $(cat err)"
# Players: through the chain of games, by names that were asked for, given, or only known from before.
finds '100 session moo|0 session moo|10 session moo|' --player moo
finds '100 session MOO|' --player MOO
finds '100 session moo|100 session MOO|0 session moo|10 session moo|' --player Moo --ignore-case
finds '100 session [x]Zoë|0 session [x]Zoë|' --player '[x]Zo?'
finds '' --player Zoe
finds '100 session [x]Zoë|0 session [x]Zoë|' --player '[X]ZOË' -i
finds '50 session late|10 session late|' --player 'l*'
finds '' --player 'x*'
finds '50 session -|' --player 7
finds '' --player name:7
finds '10 session moo|' --player moo --map Kobra --from 2026-11-01T20:04
# Events.
finds '5000 finish moo|7000 finish [x]Zoë|7000 finish MOO|10000 finish moo|150 finish moo|110 finish moo|5000 finish -|' --finish
finds '10000 finish moo|150 finish moo|110 finish moo|5000 finish -|' --faster 60
finds '10000 finish moo|150 finish moo|110 finish moo|5000 finish -|' --faster 1:00
finds '5000 finish moo|10000 finish moo|150 finish moo|110 finish moo|' --player moo --finish
finds '10000 finish moo|' --player moo --faster 60 --map Kobra --slower 20
finds '7000 finish [x]Zoë|7000 finish MOO|' --slower 60.5
finds '7000 team_finish|' --kind team_finish
finds '7000 team_finish|' --kind team_finish --player MOO
finds '' --kind team_finish --player moo
finds '6000 save|150 load|' --save "$(echo $saved | tr a-f A-F)"
finds '150 load|' --load
finds '150 load|' --load --save $saved
finds '6000 save|' --save $saved --player '[x]*'
finds '' --save ${saved%5}6
finds '100 login MOO|' --rcon chief
finds '100 login MOO|' --rcon 'CH*' -i
finds '' --rcon CHIEF
finds '8000 leave MOO|' --kind leave
finds '1000 team [x]Zoë|1000 team MOO|8000 leave MOO|' --kind team,leave
finds '10000 finish moo|' --finish --from 2026-11-01T20:03:20+0100 --to 2026-11-01T20:03:21 --map Kobra
finds '5000 finish moo|7000 finish [x]Zoë|' --finish --limit 2
# A limit gives the first answers, and their number says how many there are.
set -f # the patterns are no names of files
for words in '--player *' '--player * -i --from 2026-11-01T20:03' '--player 0' '--player * --finish' '--map *'; do
    for n in 1 2 4; do
        # shellcheck disable=SC2086
        for dir in arch arch/deep; do
            "$teetape" find -q -n $n $words --json $dir >first.json
            find --json $words $dir
            head -n $n out | cmp -s - first.json || wrong "find -n $n $words $dir: $(cat first.json)"
            all=$(wc -l <out)
            find -n $n $words $dir
            [ "$all" -le $n ] || grep -q "$n of $all answers" err || wrong "find -n $n $words $dir: $(cat err)"
        done
    done
done
set +f
# Below other paths: nothing, or a part.
find --json --finish arch/deep
[ "$(wc -l <out)" -eq 2 ] || wrong 'find in arch/deep'
find --json --finish --no-scan arch/dee arch/other.teehistorian
[ "$(wc -l <out)" -eq 1 ] && grep -q '"file":"arch/other.teehistorian"' out || wrong 'find in a file, and beside a folder'
find --json --finish --no-scan
[ "$(wc -l <out)" -eq 7 ] && grep -q "\"file\":\"$folder/arch/deep/" out || wrong 'find everywhere'
# Without a scan it says as well how much was searched, and where nothing is known.
find --no-scan --player moo arch
[ "$(cat err)" = 'teetape: note: 3 answers; 4 recordings known' ] || wrong "a search without a scan: $(cat err)"
find --no-scan --player nobody
[ ! -s out ] && [ "$(cat err)" = 'teetape: note: 0 answers; 4 recordings known' ] || wrong "nobody, without a scan: $(cat err)"
find --no-scan --player moo nowhere/ arch/other.teehistorian
[ ! -s out ] && [ "$(cat err)" = 'teetape: nowhere/: warning: the database has no recording of these folders; find without --no-scan reads them
teetape: note: 0 answers; 1 recording known' ] || wrong "a folder that is not there, without a scan: $(cat err)"
find -q --no-scan --player moo nowhere
[ ! -s out ] && [ ! -s err ] || wrong "a quiet search without a scan: $(cat out err)"
(cd arch/deep && "$teetape" find --json --finish ../) >out || wrong 'find in ../'
grep -q "\"file\":\"../other.teehistorian\"" out || wrong "paths below ../: $(cat out)"

# What is printed.
find --finish --map Kobra --player moo arch
cat >want <<EOF
file                                                          tick  time                         what
arch/$game1.teehistorian        5000  2026-11-01T20:01:40.00+0100  moo finishes in 0:01:00.50 on Kobra
arch/$game1.teehistorian       10000  2026-11-01T20:03:20.00+0100  moo finishes in 0:00:59.98 on Kobra
arch/deep/$game3.teehistorian    110  2026-11-01T20:04:02.20+0100  moo finishes in 0:00:15.54 on Kobra
EOF
cmp -s out want || { wrong 'the table of finishes:' && diff out want; }
# All names of a session, as players has them: the one that was searched for is among them.
find --player player0 "$recordings/dm1"
grep -q '  player0 > renamed0 for 0:01:10.86 on dm1$' out || wrong "a session with two names: $(cat out)"
find --json --player player0 "$recordings/dm1"
grep -q '"player":"renamed0","names":\["player0","renamed0"\],' out || wrong "a session with two names as JSON: $(cat out)"
{
    game $other 2027-05-01T12:00:00-0500 many Tutorial && int -2 49 -8 3
    for number in 1 2 2 3 4 5 6 7 8 9; do
        { int 3 && text name$number; } | ex $name
    done
    int -2 99 -1
} >many.teehistorian
find --db many.db --player name8 many.teehistorian
grep -q '  name1 > name2 > name3 > name4 > name5 > name6 > name7 > name9 for 0:00:02.00 on Tutorial$' out ||
    wrong "a session with many names: $(cat out)"
find --db many.db --json --player name8 many.teehistorian
grep -q '"names":\["name1","name2","name3","name4","name5","name6","name7","name9"\],' out ||
    wrong "a session with many names as JSON: $(cat out)"
# A session without a name has none; what is no session has no key for them.
find --json --no-scan --player 7 arch
grep -q '"player":null,"names":\[\],' out || wrong "a session without a name as JSON: $(cat out)"
find --json --no-scan --finish arch
grep -q '"names"' out && wrong "names of a finish: $(cat out)"
find --json --kind leave arch
[ "$(cat out)" = "{\"file\":\"arch/$game1.teehistorian\",\"tick\":8000,\"time\":\"2026-11-01T20:02:40.00+0100\",\"kind\":\"leave\",\"cid\":2,\"player\":\"MOO\",\"value\":0,\"text\":\"had to \\\"go\\\"\",\"map\":\"Kobra\",\"server\":\"Ger1\",\"game_uuid\":\"$game1\"}" ] ||
    wrong "a leave as JSON: $(cat out)"
# Secrets, whatever was asked for.
for words in '--rcon chief' "--save $saved" '--kind version,save,load,login'; do
    for form in '' --json --commands; do
        find $words $form arch
        [ -s out ] || wrong "find $words $form says nothing"
        grep -q "chief\|$saved" out && wrong "find $words $form tells a secret"
    done
    find $words --show-secrets arch
    grep -q "chief\|$saved" out || wrong "find $words --show-secrets tells nothing"
done

# Commands: a run, a session, an event; names that a shell must not understand.
find --commands --finish --player moo --map Kobra arch
sed -n 1p out >line
echo "teetape cut arch/$game1.teehistorian --from 1725 --to 5150 --player 0 -o ${game1}_finish_5000_0.teehistorian" | cmp -s - line ||
    wrong "the command of a finish: $(cat line)"
find --commands --player MOO arch
grep -q -- '--from 100 --to 8001 --player 2 ' out || wrong "the command of a session: $(cat out)"
# The part of a session that lies between the times; a border that the session does not reach cuts nothing.
find --commands --player MOO --from 2026-11-01T20:00:10 --to 2026-11-01T20:01+0100 arch
grep -q -- '--from 500 --to 3000 --player 2 ' out || wrong "the command of a part of a session: $(cat out)"
find --commands=page --player MOO --from 2026-11-01T20:00 --to 2026-11-01T20:01 arch
grep -q -- '^teetape page arch/.* --from 100 --to 3000 --player 2 -o ' out || wrong "the page of the beginning of a session: $(cat out)"
# A cut has the time of its ticks: from 20:03 on, and not from the start of the game.
mkdir parts
"$teetape" cut -q --from 9000 -o parts/part.teehistorian arch/$game1.teehistorian || wrong 'no cut'
find --db parts.db --at 2026-11-01T20:01 parts
[ ! -s out ] || wrong "a cut is found before it begins: $(cat out)"
find --db parts.db --at 2026-11-01T20:03:10 parts
grep -q '8999  2026-11-01T20:02:59.98+0100  map Kobra, 0:00:20.02,' out || wrong "when a cut begins: $(cat out)"
find --db parts.db --min-duration 1:00 parts
[ ! -s out ] || wrong "a cut is as long as the game: $(cat out)"
find --commands --player MOO --from 2026-11-01T20:00:10Z --to 2026-11-01T20:01+0100 arch
[ ! -s out ] || wrong "a session before the time: $(cat out)"
find --commands --save $saved --player '?*' arch
grep -q -- '--from 5500 --to 6500 --team 5 ' out || wrong "the command of a save: $(cat out)"
# Without a search for a player everybody is in the cut.
for words in "--save $saved" --finish '--kind join,leave,kill'; do
    # shellcheck disable=SC2086
    find --commands $words arch
    [ -s out ] && ! grep -q -- ' --player \| --team ' out || wrong "find --commands $words narrows the cuts: $(cat out)"
done
# The same as demos: what only cut takes is left out.
find --commands=cut --finish --player moo --map Kobra arch
sed -n 1p out >have
cmp line have || wrong "--commands=cut is not --commands"
find --commands=demo --finish --player moo --map Kobra arch
sed -n 1p out >have
echo "teetape demo arch/$game1.teehistorian --from 1725 --to 5150 --player 0 -o ${game1}_finish_5000_0.demo" >line
cmp line have || wrong "the command of a demo"
find --commands=demo --save $saved arch
grep -q -- '--from 5500 --to 6500 -o ' out || wrong "the demo of a save: $(cat out)"
find --commands=run --save $saved arch
grep -q "^teetape demo --run -o run.demo arch/[^ ]*.teehistorian" out || wrong "the command of a run: $(cat out)"
[ "$(wc -l <out)" = 1 ] || wrong "the commands of a run: $(cat out)"
find --commands=demo --player '?*' arch
rm -rf cuts && mkdir cuts
{ printf 'teetape() { "$teetape" "$@"; }\n' && cat out; } >script
(export teetape && cd cuts && ln -s ../arch arch && . ../script) >have 2>err
"$teetape" verify -q cuts/*.demo >have 2>err || wrong "the commands make bad demos: $(cat err)"
# cuts FILE WHAT: every line of FILE, as a shell runs it, makes a good recording.
cuts() {
    rm -rf cuts && mkdir cuts
    { printf 'teetape() { "$teetape" "$@"; }\n' && cat "$1"; } >script
    (export teetape && set -e && cd cuts && ln -s ../arch arch && { [ ! -d ../odd ] || ln -s ../odd odd; } && . ../script) >have 2>err ||
        wrong "the commands for $2 fail: $(cat -v err)"
    [ -s "$1" ] && [ "$(find_files cuts)" -eq "$(sed 's/.* -o //' "$1" | sort -u | wc -l)" ] || wrong "the commands for $2 cut nothing"
    "$teetape" verify -q cuts/*.teehistorian >have 2>err || wrong "the commands for $2 cut badly: $(cat err)"
}
find_files() {
    set -- "$1"/*.teehistorian
    echo $#
}
for words in '--finish' '--player ?*' '--kind team_finish,save,load,leave,name' '--map *' '--map * --from 2026-11-01T20:01 --to 2026-11-01T20:03' \
    '--map * --from 2000-01-01 --to 2100-01-01'; do
    (set -f && find --commands $words arch)
    cuts out "$words"
done
mkdir odd
for odd in "it's \$(touch bad1); touch bad2 #" '-rf' "$(printf 'line\nend\n.')" "$(printf 'esc\033[31m\377')" 'a\b"c`d`'; do
    cp arch/other.teehistorian "odd/$odd"
    printf '%s' "$odd" >"odd.name"
    find --db odd.db --commands --finish odd
    # The shell hands the name over as it is.
    printf 'teetape() { [ "$1" = cut ] && printf %%s "$2" >have; }\n' >script
    cat out >>script
    sh script
    printf 'odd/%s' "$odd" | cmp -s - have || wrong "the command for the file $(cat -v odd.name): $(cat -v out) gives $(cat -v have)"
    LC_ALL=C grep -q "$(printf '[\001-\011\013-\037\177]')" out && wrong "the command for $(cat -v odd.name) has control characters"
    cuts out odd
    rm -f "odd/$odd"
done
(cd odd && cp ../arch/other.teehistorian ./-rf && "$teetape" find --db odd.db --commands --finish -- -rf) >out 2>err
grep -q "^teetape cut ./'-rf'" out || wrong "the command for -rf: $(cat out err)"
[ ! -e bad1 ] && [ ! -e bad2 ] || wrong 'a command of a file name was run'
rm -r odd

# Files that move are known again, also under links and in other folders; those that vanish are forgotten.
mkdir arch/new
mv arch/deep/$game2.teehistorian arch/new/x
find arch
[ "$(cat out)" = '4 recordings known: 0 read, 1 moved, 1 gone' ] || wrong "a file that moved: $(cat out)"
finds '150 finish moo|' --finish --map 'Mul*'
mv arch/new/x arch/deep/$game2.teehistorian
mv arch/$game1.teehistorian away
find arch
[ "$(cat out)" = '4 recordings known: 0 read, 1 moved, 2 gone' ] || [ "$(cat out)" = '3 recordings known: 0 read, 1 moved, 2 gone' ] ||
    wrong "a file that vanished: $(cat out)"
# Without game 1 nobody knows what 0 was called before it asked, nor what the server made of Zoe.
finds '0 session moo|10 session moo|' --player moo
finds '0 session Zoe|' --player 'Z*'
finds '' --player '[x]*'
mv away arch/$game1.teehistorian
find arch
[ "$(cat out)" = '4 recordings known: 1 read' ] || wrong "a file that came back: $(cat out)"
finds '100 session [x]Zoë|0 session [x]Zoë|' --player '[x]Zo?'
# A copy is a file of its own, but it is not read again when it has the time stamp, too.
cp -p arch/other.teehistorian arch/copy
find arch
[ "$(cat out)" = '5 recordings known: 0 read, 1 moved' ] || wrong "a copy: $(cat out)"
finds '5000 finish -|5000 finish -|' --finish --map Tutorial
rm arch/other.teehistorian
find arch
finds '5000 finish -|' --finish --map Tutorial
mv arch/copy arch/other.teehistorian
find arch

# A file that is still written grows; then it has its end.
{ int -2 99 && { int 1 999; } | ex $finish; } >>arch/deep/$game2.teehistorian
find arch
[ "$(cat out)" = '4 recordings known: 1 read, 1 unfinished' ] || wrong "a file that grew: $(cat out)"
finds '150 finish moo|250 finish [x]Zoë|' --finish --map 'Mul*'
int -1 >>arch/deep/$game2.teehistorian
find arch
[ "$(cat out)" = '4 recordings known: 1 read' ] || wrong "a file that ended: $(cat out)"
# Damage: what can be read is found, and it is said once.
head -c $(($(wc -c <arch/$game1.teehistorian) - 3)) arch/$game1.teehistorian >arch/cut
for round in 1 2 3; do
    "$teetape" find --json --finish --player moo arch >out 2>err
    [ $? -eq 1 ] && grep -q 'arch/cut: warning: damaged (offset [0-9]*: ' err || wrong "damage in run $round: status $?: $(cat err)"
done
"$teetape" find --map Kobra arch >out 2>err
[ $? -eq 1 ] || wrong 'damage, and a search without scan ends with another status'
grep -q 'cut .*(damaged): offset [0-9]*: the file ends inside a record' out || wrong "a damaged recording is not marked: $(cat out)"
rm arch/cut
find arch

# Compressed files, recognized by their first bytes; each is a file of its own.
for tool in 'xz -0' 'zstd -q' 'gzip'; do
    command -v ${tool%% *} >/dev/null || continue
    $tool -c arch/other.teehistorian >arch/packed
    find --json --finish --map Tutorial arch
    [ "$(wc -l <out)" -eq 2 ] || wrong "a file of $tool"
    rm arch/packed
done

# What is not there, and what must not be forgotten because of that.
"$teetape" find arch nowhere >out 2>err
[ $? -eq 3 ] && grep -q '^teetape: nowhere: ' err && [ "$(cat out)" = '4 recordings known: 0 read, 1 gone, 1 not readable' ] ||
    wrong "a folder that is not there: $(cat out err)"
mv arch moved
"$teetape" find arch >out 2>err
[ $? -eq 3 ] && [ "$(cat out)" = '4 recordings known: 0 read, 1 not readable' ] || wrong "the folder is not there: $(cat out err)"
find --no-scan --json --finish arch
[ "$(wc -l <out)" -eq 8 ] || wrong 'the folder is not there, and nothing is found any more'
mv moved arch

# Lists of games.
cat >index.txt <<EOF
game_uuid,timestamp,map_name,map_crc,map_size
cccccccc-0000-4000-8000-000000000001,2026-11-01 21:00:00 +0100,Kobra,0a0b0c0d,1234
$game1,2026-11-01T20:00:00+01:00,Kobra,,
cccccccc-0000-4000-8000-000000000002,2026-11-02T00:00:00.123Z,"a ""quoted"", map",12345678,5
EOF
find --import index.txt
grep -q 'index.txt: note: 3 games taken, 0 lines left out' err || wrong "an import: $(cat err)"
"$teetape" find --quiet --map 'a*' arch >out
grep -q '^-  .*map a.*, game [0-9a-f-]*, from a list$' out || wrong "a game of a list as text: $(cat out)"
finds '0 recording|0 recording|0 game|' --map Kobra
finds '0 game|0 game|' --from 2026-11-01T20:59:59+0100 --to 2026-11-03
finds '0 game|' --map 'a "q*'
finds '' --map 'a "q*' --min-duration 0:01
find --import index.txt --commands --map 'a*' arch
[ ! -s out ] || wrong 'a command for a game that is not there'
grep -q '^teetape: note: 1 answer is left out: no recording of the game is there$' err || wrong "a game without a command: $(cat err)"
{ cat index.txt && printf 'x\n,,,,\n%s,yesterday,m,1,1\n%s,2026-11-01T20:00:00,m,1,-1\n' $game1 $game1; } | gzip >index.gz
"$teetape" find --import index.gz >out 2>err
[ $? -eq 1 ] && grep -q 'line 5: ' err && grep -q 'line 7: its second field is not a date and time' err &&
    grep -q 'line 8: its fifth field, the size of the map, is not a number' err && grep -q '3 games taken, 4 lines' err ||
    wrong "an import with wrong lines: $(cat err)"
for list in arch/README missing; do
    "$teetape" find --import $list >out 2>err
    [ $? -eq 3 ] && grep -q "^teetape: $list: " err || wrong "an import of $list: $(cat err)"
done

# The queries of the documentation are good ones.
if command -v sqlite3 >/dev/null; then
    sed -n '/^```sql$/,/^```$/p' "$tree/docs/archive.md" | sed '/^```/d' >queries
    [ "$(grep -c ';$' queries)" -ge 8 ] || wrong 'docs/archive.md has hardly any queries'
    sqlite3 -bail -readonly cache/teetape/archive.db <queries >out 2>err || wrong "a query of docs/archive.md: $(cat err)"
    [ "$(wc -l <out)" -ge 8 ] || wrong "the queries of docs/archive.md find nothing: $(cat out)"
    sqlite3 cache/teetape/archive.db 'PRAGMA integrity_check; PRAGMA foreign_key_check' >out
    [ "$(cat out)" = ok ] || wrong "the database: $(cat out)"
fi

# Servers that record finishes are not said to record none.
# What is there in place of what was asked for.
hint() {
    want=$1
    shift
    find --no-scan "$@" arch
    [ ! -s out ] && grep -qF "$want" err || wrong "find $*: no '$want' in $(cat out err)"
}
hint "; did you mean 'late'?" --player lat
hint "; did you mean 'late'?" --killer LATE
hint "no map has the name 'multeas'; did you mean 'Multeasy*map'?" --map multeas
hint "no map has the name 'kobr'; did you mean 'Kobra'?" --map kobr
hint "no map has the name 'kobra'; did you mean 'Kobra'?" --map kobra
hint 'with --ignore-case there are 3' --server GER1
hint 'with --ignore-case there is 1' --rcon CHIEF
find --no-scan --finish --player nobody arch
grep -q '^teetape: note: 0 answers; ' err && ! grep -q 'did not record' err || wrong "finishes of nobody: $(cat err)"

# Times as people write them. One recording is of May 2027, the others are older than a day and younger than ninety years.
for place in yesterday 'yesterday 20:14' 'today 8:00' 20:14 @20:14:30 -1d 2027-05-02 '2027-05-01 12:02'; do
    find --no-scan --count --from "$place" arch
    [ "$(cat out)" -le 1 ] || wrong "from $place: $(cat out err)"
done
find --no-scan --count --from -4680w arch
[ "$(cat out)" -gt 1 ] || wrong "from -4680w: $(cat out err)"
at=$("$teetape" find --no-scan --json --finish arch 2>err | sed -n 's/.*"time":"\([^"]*\)\..*/\1/p' | sed -n 1p)
find --no-scan --finish --at "$at" arch && grep -q finishes out || wrong "at $at: $(cat out err)"
find --no-scan --finish --at "${at%:*}" arch && grep -q finishes out || wrong "at ${at%:*}: $(cat out err)"

# Lists of files: each once, for pipes.
find --no-scan --files arch
cp out list
[ "$(wc -l <list)" -gt 1 ] && [ "$(sort -u list | wc -l)" = "$(wc -l <list)" ] || wrong "--files: $(cat list)"
find --no-scan --print0 arch
tr '\0' '\n' <out | cmp - list || wrong 'the lists of --files and --print0 differ'
find --no-scan --count arch
[ "$(cat out)" -ge "$(wc -l <list)" ] || wrong "--count: $(cat out)"

# A file that was changed without a new size or time stamp is read when --rescan asks for it.
cp -p arch/deep/$game3.teehistorian before
sed 's/Kobra/Cobra/' before >arch/deep/$game3.teehistorian
touch -r before arch/deep/$game3.teehistorian
find --count --map Cobra arch
[ "$(cat out)" = 0 ] || wrong 'a file is read again without need'
find --count --rescan --map Cobra arch
[ "$(cat out)" = 1 ] || wrong "--rescan: $(cat out err)"
cp -p before arch/deep/$game3.teehistorian

# An anonymized recording has no server, and an answer ends without one.
mkdir bare && { header 2 ',"start_time":"2026-11-01T20:00:00+0100","server_name":"","map_name":""' && int -2 49 -1; } >bare/a.teehistorian
find --db bare.db --limit 1 bare
grep -q '  a recording, 0:00:00.00$' out || wrong "without a server: $(cat out)"

# Wrong usage.
refused() {
    "$teetape" find "$@" >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] && grep -q '^teetape: ' err || wrong "find $* is not refused as wrong usage"
}
refused
refused --no-scan
refused --no-scan arch
refused --no-scan --forget --map x arch
for words in '--player name:' '--from 1500' '--from +1' '--to +1' '--to 25:30' '--from 2026-13-01' '--faster 0:61' '--faster x' \
    '--slower 1.' '--min-duration 1:2:3:4' '--save 1234' '--finish --rcon x' '--kind finish --load' '--kind finsh' \
    '--json --commands' '--files --count' '--at 1500' '--at 20:14 --to 2060-01-01' '--commands=run --finish' '--save x --player y' '--save name:' '--commands=verify' '--commands=cut,demo' '--limit 0'; do
    # shellcheck disable=SC2086
    refused $words arch
done

# One length: that of the ticks which were recorded.
mkdir lengths
"$teetape" cut -q --from 0:30 --to 1:00 -o lengths/part.teehistorian "$tree"/tests/recordings/dm1/*.teehistorian
length=$("$teetape" info lengths/part.teehistorian | sed -n 's/^ *length *\([0-9:.]*\),.*/\1/p')
"$teetape" verify lengths/part.teehistorian | grep -qF ", $length" || wrong "verify and info ($length) differ in the length"
find --map dm1 lengths
grep -qF "map dm1, $length" out || wrong "find and info ($length) differ in the length: $(cat out)"
"$teetape" find player0 arch >out 2>err && wrong 'a player is taken for a folder'
grep -q 'note: did you mean --player player0?' err || wrong "a player as a folder: $(cat err)"
exit $bad
