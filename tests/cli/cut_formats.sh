#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: cut_formats.sh COMMAND SOURCE_DIR
#
# What a recording is divided by, a finish, a team, a length or a chat line, is the same for a teehistorian file and for
# a demo of the same game.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
export TEETAPE_MAP_PATH="$folder"
demo=$tree/tests/recordings/dm1/client0.demo

# Two players. 0 finishes at 400 and, together with 1, at 1200; both are in team 5 from 600 to 800, 1 goes at 1400.
finish() { # CID TICKS
    int "$1" "$2" | ex 68943c01-2348-3e01-9490-3f27f8269d94
}
in_team() { # CID TEAM
    int "$1" "$2" | ex a111c04e-1ea8-38e0-90b1-d7f993ca0da9
}
{
    header 2 ',"version_minor":"22","start_time":"2026-11-21 08:00:00 +0000"'
    int -2 9
    for cid in 0 1; do
        int -8 $cid
        start_info "tee$cid" '' | message $cid
        int -3 $cid 64 64
    done
    int -2 389 && finish 0 100
    int -2 199 && in_team 1 5
    int -2 199 && in_team 1 0
    int -2 399 && finish 0 300 && finish 1 300
    int -2 199 -4 1 -9 1 && text bye
    int -2 199 -1
} >game.teehistorian
good game.teehistorian
run 0 demo -o game.demo game.teehistorian
good game.demo

# Finishes of demos: test_cli_cut_finish.c.
for ending in teehistorian demo; do
    run 2 cut --finish=nobody -o none game.$ending
    says err "there is no finish of 'nobody' in this recording"
    feed 2 cut --finish -o none - <game.$ending
    says err 'can be read only once'

    # Who is in a team in the span, and nobody else.
    run 0 cut --team 5 --from 700 --to 900 --force -o team.$ending game.$ending
    "$teetape" players --json team.$ending >out
    [ "$(wc -l <out)" -eq 1 ] && says out '"name":"tee1"'
    run 0 cut --team 0 --from 700 --to 790 --force -o team.$ending game.$ending
    "$teetape" players --json team.$ending >out
    [ "$(wc -l <out)" -eq 1 ] && says out '"name":"tee0"'
    run 2 cut --team 5 --from 900 -o none.$ending game.$ending
    says err 'nobody of the team is in this span; choose another team, --from or --to'
    run 2 cut --around-chat 'nobody said this' -o none.$ending game.$ending
    says err "no chat line contains 'nobody said this'"
    [ -z "$(find . -name 'none*')" ] || wrong "what was refused is written: $(ls none*)"
done
run 2 cut --finish --team 5 -o none game.demo
says err 'there is no finish of team 5 in this recording; demos have finishes of players, not of teams'
run 2 cut --finish -o none "$demo"
says err 'there is no finish in this recording; a demo has only finishes that the server reported to clients'
run 2 cut --around-chat 'nobody said this' -o none game.teehistorian
says err 'teehistorian files hold no plain chat'

# A chat line of a teehistorian file: those that it has, of old servers and of teams.
{
    header 2 ''
    int -2 9 -8 3 && start_info old A | message 3
    int -2 490 && { int 34 0 && text 'hello there'; } | message 3
    int -2 499 -9 3 && text bye && int -1
} >chat.teehistorian
run 0 cut --json --around-chat 'HELLO' --before 1 --after 2 -o said chat.teehistorian
is from 451
is to 602
run 2 cut --around-chat 'nobody said this' -o none chat.teehistorian
hides err 'no plain chat'
run 0 chat chat.teehistorian
says out 'hello there'
hides err 'no plain chat'
if "$teetape" --version | grep -qi 'sqlite [0-9]'; then
    run 0 find --db chat.db --chat 'hello there' chat.teehistorian
    says err '1 answer'
    run 0 find --db chat.db --chat 'nobody said this' chat.teehistorian
    says err '0 answers'
    hides err 'no plain chat'
fi

# Pieces of a demo are those that --from and --to give, and all of them together are the demo.
for words in '' '--strip-map' "--attach-map $folder/dm1.map" '--hide dummy0 --rename dummy1=ghost --drop-chat'; do
    rm -f piece*
    [ -e dm1.map ] || run 0 map -o dm1.map "$demo"
    # shellcheck disable=SC2086
    run 0 cut --split 20 $words -o piece.demo "$demo"
    case $words in *--hide*) says err 'may still name players' ;; *) silent err ;; esac
    [ "$(wc -l <out)" -eq 4 ] || wrong "four pieces: $(cat out)"
    for piece in 1 2 3 4; do
        from=$((875 + (piece - 1) * 1000))
        [ $piece -gt 1 ] && begin="--from $from" || begin=
        # shellcheck disable=SC2086
        run 0 cut --force $begin --to $((from + 1000)) $words -o want.demo "$demo"
        same piece.00$piece.demo want.demo "piece $piece $words"
    done
done
"$teetape" cut --split 20 --hide dummy0 --rename dummy1=ghost --drop-chat --force -o pipe.demo - <"$demo" >out 2>err || wrong 'pieces of stdin'
for piece in 1 2 3 4; do
    same pipe.00$piece.demo piece.00$piece.demo 'pieces of stdin'
done
# from somewhere on, as far as somewhere, of one player, with a name for each
run 0 cut --json --split 5 --from 0:20 --to 0:33 --player dummy1 -o some.demo.gz "$demo"
[ "$(grep -o '"first_tick":[0-9]*' out | tr '\n' ' ')" = '"first_tick":1875 "first_tick":2125 "first_tick":2375 ' ] || wrong "pieces of a span: $(cat out)"
good some.003.demo.gz
# Damage changes no piece before it.
head -c 200000 "$demo" >damaged.demo
run 0 cut --split 5 -o good.demo "$demo"
run 1 cut --split 5 -o damaged.part damaged.demo
[ "$(find . -name 'damaged.0*.part' | wc -l)" -eq 5 ] || wrong "pieces of a damaged demo: $(cat out err)"
for piece in 1 2 3; do
    same damaged.00$piece.part good.00$piece.demo 'a piece before damage'
done
# One that exists is not replaced, and a failure leaves those before it.
rm -f piece.002.demo piece.001.demo
run 2 cut --split 20 -o piece.demo "$demo"
says err 'piece.003.demo'
[ -e piece.001.demo ] && [ -e piece.002.demo ] && [ -z "$(find . -name '.teetape*')" ] || wrong "pieces: $(ls -A)"
run 2 cut --split 20 -o - "$demo"
silent out
run 2 cut --split 20 --around-chat gg -o none "$demo"
says err '--around-chat makes one piece'
# A name that says what the file is not.
th=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
named() { # PART WORD...: refused with this, and no file
    named_part=$1
    shift
    run 2 "$@" -o "$name"
    says err "$named_part"
    [ ! -e "$name" ] || wrong "$*: there is $name"
}
for name in clip.demo clip.DEMO clip.demo.xz; do named 'teetape demo makes a demo of it' cut --to 1000 "$th"; done
name=clip.teehistorian
for words in "cut --to 1000 $demo" "demo --no-map $th" "concat $demo $demo"; do
    # shellcheck disable=SC2086
    named 'end its name with .demo' $words
done
for words in "cut --to 1000 $demo" "cut --to 1000 $th" "demo --no-map $th"; do
    # shellcheck disable=SC2086
    for name in clip.mp4 clip.gif; do named 'teetape video makes' $words; done
    # shellcheck disable=SC2086
    name=clip.png && named 'teetape picture makes' $words
    # shellcheck disable=SC2086
    name=clip.html && named 'teetape page makes' $words
    # shellcheck disable=SC2086
    name=clip.csv && named 'teetape table makes' $words
done
run 0 cut --to 1000 -o clip.evidence "$th"
exit $bad
