#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: reference_pictures.sh COMMAND SOURCE_DIR
#
# Pictures of moments, drawn with the game's art, against what the game's client shows of them: the mean difference of a
# channel is at most 1 of 255, and at most 1.5 % of the pixels differ by more than 24 in a channel. What the client
# moves with its own clock (pickups, sparks, flakes), and text, does not count: the rectangles of each.
#
# Needs the pictures of the client (TT_PICTURES), the recordings that they show (TT_RECORDINGS), and the game's data
# folder (TT_GAME_DATA, by default that of Debian's package ddnet-data). With TT_DIFFERENCES, a folder, our pictures and
# those of the difference are kept there.
[ -n "${TT_PICTURES:-}" ] && [ -n "${TT_RECORDINGS:-}" ] || exit 77
pictures=$(realpath "$TT_PICTURES") recorded=$(realpath "$TT_RECORDINGS")
data=$(realpath "${TT_GAME_DATA:-/usr/share/games/ddnet/data}")
compare=$(dirname "$(realpath "$1")")/tools/compare_pictures
kept=${TT_DIFFERENCES:+$(realpath "$TT_DIFFERENCES")}
. "$2/tests/support/cli.sh"
[ -f "$data/game.png" ] || skip "no game's data folder: $data"
[ -x "$compare" ] || skip "not built: $compare"
kept=${kept:-$folder}

# holds NAME RECORDING TICK X,Y ZOOM MASKS [OPTION...]
holds() {
    name=$1 recording=$2 tick=$3 center=$4 zoom=$5 masks=$6
    shift 6
    "$teetape" picture --quiet --force --data "$data" --size 640x480 --at "$tick" --center "$center" --zoom "$zoom" \
        "$@" -o "$kept/$name.png" "$recording" || wrong "$name: no picture"
    # shellcheck disable=SC2046,SC2086
    figures=$("$compare" -d "$kept/$name.difference.png" $(for m in $masks; do echo "-m $m"; done) \
        "$kept/$name.png" "$pictures/$name.png") || wrong "$name is out of bounds"
    printf '%-26s %s\n' "$name" "$figures"
}

# What our pictures of a teehistorian file say, and the client does not.
note=432,461,208,19
gold_mine=$recorded/gold-mine-07/server.demo
dm1=$recorded/dm1/server.demo

holds gold-mine-3431 "$gold_mine" 3431 448,672 1 '' --no-hud
# Names and keys.
holds gold-mine-3431-entities "$gold_mine" 3431 448,672 1 \
    '221,149,57,17 196,168,66,17 415,350,58,17 236,184,14,14 421,366,14,14' --no-hud --rules
# Two pickups, the ends of the door.
holds gold-mine-3431-doors "$gold_mine" 3431 1344,1952 1 \
    '340,170,76,28 246,232,32,32 302,206,20,20 302,288,20,20' --no-hud
# Names and keys, pickups, the frozen tee's bar and flakes, the bullet.
holds dm1-1605-whole "$dm1" 1605 960,800 2.052805 \
    '97,122,34,18 435,107,30,18 461,308,30,18 371,348,34,18
    312,60,40,14 98,91,17,32 533,115,17,40 132,140,28,15 495,188,28,15 299,195,18,17 347,195,18,17 388,195,18,17
    100,204,28,15 285,235,30,34 533,244,17,32 503,301,28,15 98,324,17,25 324,364,18,17 347,364,18,17 371,364,34,26
    498,252,20,28' --no-hud
# HUD, names and keys, pickups, the frozen tee's bar and flakes, the bullet.
holds dm1-1605-follow "$dm1" 1605 1579,1170 1 \
    '0,8,60,60 290,0,60,22 544,362,96,94 350,454,290,26 290,190,60,38 105,272,70,20
    440,58,34,64 376,174,56,30 8,306,36,34 58,306,36,34 108,304,54,60 358,80,46,68' --no-hud
map=$data/maps/Tutorial.map
# Names and keys, the two who are away.
holds tutorial-34208 "$tutorial" 34208 512,2208 1 \
    "$note 134,200,56,66 386,68,66,28 394,300,88,30" --no-hud --map "$map"
holds tutorial-34208-sky "$tutorial" 34208 9952,1312 1.539604 "$note" --no-hud --map "$map"
# Shots and what they leave, the ends of the lasers, sparks of the swords.
holds zoo-5000 "$pictures/zoo.demo" 5000 1120,1152 0.649517 \
    '132,164,114,74 250,190,20,20 404,180,26,46 326,306,40,26 306,372,40,22' --no-hud
exit $bad
