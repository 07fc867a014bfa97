#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: picture.sh COMMAND SOURCE_DIR
#
# picture: moments, paths and heat as PNG and SVG; sizes, places and players that are there and that are not.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
need jq
recording=$(echo "$tree"/tests/recordings/tutorial-13min/*.teehistorian)

# is_png FILE WIDTH HEIGHT
is_png() {
    [ "$(od -An -tx1 -N 8 "$1" | tr -d ' \n')" = 89504e470d0a1a0a ] || wrong "$1 is no PNG"
    size=$(od -An -tu1 -j 16 -N 8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')
    [ "$size" = "$2 $3" ] || wrong "$1 has $size pixels, not $2 $3"
}

run 0 picture --data '' --at 0:20 -o a.png "$demo"
is_png a.png 1280 720
run 0 picture --data '' --at 0:20 -o b.png "$demo"
cmp a.png b.png || wrong 'the same moment gives another picture'
run 0 picture --data '' --at 0:21 -o - "$demo"
cmp -s out a.png && wrong 'another moment gives the same picture'
is_png out 1280 720
"$teetape" picture --data '' --at 0:20 -o in.png - <"$demo" 2>err || wrong "stdin: $(cat err)"
is_png in.png 1280 720
run 2 picture --data '' --at 0:20 -o a.png "$demo"
says err '--force replaces it'

run 0 picture --data '' --size 300x200 --zoom 2.5 --center 800,600 --rules --no-hud -o c.png "$demo"
is_png c.png 300 200
run 0 picture --data '' --json --at 0:20 --focus dummy0 -o d.svg "$demo"
[ "$(jq -c '[.output, .tick > 0, .width, .map]' out)" = '["d.svg",true,1280,null]' ] || wrong "the object: $(cat out)"
grep -q '<svg ' d.svg && grep -q '>dummy0<' d.svg || wrong 'the SVG has no player'
run 0 picture --data '' --map-only -o e.svg "$demo"
grep -q '>player' e.svg && wrong 'the map has players'

# With --names focus the others have no name.
run 0 picture --data '' --zoom 3 --at 0:25 --focus dummy0 --hud names -o named.svg "$demo"
run 0 picture --data '' --zoom 3 --at 0:25 --focus dummy0 --hud names --names focus -o one.svg "$demo"
grep -q '>player[01]<' named.svg || wrong 'no other tee has a name'
grep -q '>dummy0<' one.svg && ! grep -q '>player[01]<' one.svg || wrong 'not only the tee in focus has a name'
run 2 picture --data '' --names none -o one.png "$demo"
says err '--names is all or focus'

# --aim ends where the cursor is, here in the middle of a time in which the player sent nothing.
"$teetape" inputs --json --player 2 --from 0:05:00 "$recording" | jq -s -r '[.[:-1], .[1:]] | transpose
    | map(select(.[1].tick - .[0].tick > 12 and .[0].target_x != 0)) | .[3][0] | "\(.tick + 6) \(.target_x) \(.target_y)"' >still
read -r tick x y <still
run 0 picture --data '' --size 1280x720 --at "$tick" --focus 2 -o without.svg "$recording"
run 0 picture --data '' --size 1280x720 --at "$tick" --focus 2 --aim -o aim.svg "$recording"
grep -q ff4040 without.svg && wrong 'an aim that nobody asked for'
grep '<ellipse.*ff4040' aim.svg | tr '"' ' ' | awk -v x="$x" -v y="$y" '
    { dx = ($3 - 640) * y; dy = ($5 - 360) * x; far = dx > dy ? dx - dy : dy - dx }
    far < 1 + (x < 0 ? -x : x) * 0.02 + (y < 0 ? -y : y) * 0.02 && ($3 > 640) == (x > 0) { found++ }
    END { exit found != 1 }' || wrong "the aim of $x $y at $tick: $(grep ff4040 aim.svg)"

# Chat is broken where a narrow picture ends.
for size in 1280x720 390x844; do
    run 0 picture --data '' --at 0:35 --size $size -o $size.svg "$demo"
done
grep -q ">\*\*\* 'player0' changed name to 'renamed0'<" 1280x720.svg || wrong 'a row of chat is broken'
grep -q ">\*\*\* 'player0' changed name to<" 390x844.svg && grep -q ">'renamed0'<" 390x844.svg ||
    wrong 'chat is wider than the picture'

# A map that is outside is found below the data folder that was named.
mkdir -p named/maps
run 0 map -o named/maps/dm1.map "$demo"
run 0 cut --strip-map -o bare.demo "$demo"
run 0 picture --data named --json --at 0:20 -o bare.png bare.demo
says out '"map":"named/maps/dm1.map"'
hides err 'its map'

# Letters that the font lacks are counted, each once; an SVG has the text itself.
run 0 cut --rename 'player0=张伟张' --rename 'dummy0=ไทย' -o foreign.demo "$demo"
run 0 picture --data '' --at 0:20 -o foreign.png foreign.demo
says err 'no font has 5 letters of the texts: a box is drawn for each'
run 0 picture --data '' --at 0:20 -o foreign.svg foreign.demo
[ ! -s err ] || wrong "an SVG: $(cat err)"
dejavu=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
if [ -e $dejavu ] && "$teetape" --version | grep -q 'HarfBuzz [0-9]'; then
    run 0 cut --rename 'player0=شلوم' --rename 'dummy0=שלום' -o hebrew.demo "$demo"
    run 0 picture --data '' --at 0:20 -o boxes.png hebrew.demo
    says err 'letters of the texts: a box is drawn for each'
    run 0 picture --data '' --font $dejavu --at 0:20 -o letters.png hebrew.demo
    hides err 'a box is drawn'
    cmp -s boxes.png letters.png && wrong 'a font changes nothing'
    # what is in fonts/ of the data folder needs no option
    mkdir -p fonts-data/fonts && cp $dejavu fonts-data/fonts/
    run 0 picture --data fonts-data --at 0:20 -o found.png hebrew.demo
    hides err 'a box is drawn'
    cmp letters.png found.png || wrong 'the font of the data folder draws other letters'
    run 2 picture --data '' --font "$demo" --at 0:20 -o no.png hebrew.demo
    says err 'is no TrueType or OpenType font'
fi
run 0 picture --data '' --at 0:20 -o latin.png "$demo"
[ ! -s err ] || wrong "letters that the font has: $(cat err)"
run 0 video --data '' --size 64x36 --from 0:20 --to 0:20.1 --jobs 2 -o foreign.y4m foreign.demo
says err 'no font has 5 letters of the texts: a box is drawn for each'

# SVG has no images: the game's data folder changes nothing.
mkdir -p data/skins data/editor/entities_clear
cp c.png data/game.png
cp c.png data/skins/default.png
cp c.png data/editor/entities_clear/ddnet.png
for data in '' data; do
    run 0 picture --data "$data" --at 0:20 -o "svg$data.svg" "$demo"
done
cmp svg.svg svgdata.svg || wrong 'images change an SVG'
run 0 picture --data data --rules --no-hud --at 0:20 -o sheet.png "$demo"
[ ! -s err ] || wrong "a data folder with images: $(cat err)"
run 0 picture --data '' --rules --no-hud --at 0:20 -o rule.png "$demo"
run 0 picture --data none --at 0:20 -o none.png "$demo"
says err 'none: warning: it has no images of the game (game.png, skins/), so plain shapes are drawn'
cmp -s sheet.png rule.png && wrong 'the sheet of entities is not used'

# A recording without its map: a grid, and what is derived is said. The game may be installed here.
sed 's/"map_name":"Tutorial"/"map_name":"no_such"/' "$recording" >nowhere
run 0 picture --data '' --at 11:24 -o f.svg nowhere
says err 'a plain grid is drawn'
grep -q 'Reconstructed' f.svg || wrong 'nothing says that it is derived'
run 0 picture --data '' --no-note --at 11:24 -o quiet.svg nowhere
hides quiet.svg Reconstructed
says quiet.svg 'No map'
for by in player speed time; do
    run 0 picture --data '' --paths $by -o "$by.svg" "$recording"
    grep -q 'polyline\|<path' "$by.svg" || wrong "no paths by $by"
    grep -q ' tiles<' "$by.svg" || wrong "no scale by $by"
done
grep -q '>[1-9][0-9]* tiles/s<' speed.svg || wrong 'no speed at the end of its scale'
grep -q '>94 tiles/s<' speed.svg && wrong 'the scale of speeds is not that of the picture'
grep -q '>alice<' player.svg || wrong 'no legend'
run 0 picture --data '' --paths player --player alice -o alice.svg "$recording"

# With --ghost the fastest run of each file is a path from its start to its finish, and the legend has the differences.
races=$tree/tests/data/physics/20-feat22.teehistorian.xz
"$teetape" cut -q --to 1400 --player 9 -o slow.teehistorian "$races"
"$teetape" cut -q --from 1500 --player 9 -o fast.teehistorian "$races"
clock() {
    "$teetape" table facts --kind finish --format jsonl --columns ticks "$1" | jq -s -r 'map(.ticks) | min | . as $t
        | "\($t / 3000 | floor):\($t % 3000 / 50 | floor | tostring | ("0" + .)[-2:]).\($t % 50 * 2 | tostring | ("0" + .)[-2:])"'
}
run 0 picture --data '' --ghost -o race.svg fast.teehistorian slow.teehistorian
grep -q ">$(clock fast.teehistorian), tee09, fast.teehistorian<" race.svg || wrong 'no time of the first run'
grep -q ">$(clock slow.teehistorian), +0:20.78, tee09, slow.teehistorian<" race.svg || wrong 'no difference of the times'
# A long name is cut, and not the time.
long=dc951fed-0000-4000-8000-000000000001.of-a-long-name-that-no-legend-has-room-for.teehistorian
cp fast.teehistorian "$long"
run 0 picture --data '' --ghost --size 480x270 -o race3.svg "$long" slow.teehistorian
grep -q ">$(clock fast.teehistorian), tee09, dc951fed" race3.svg || wrong "no time beside a long name: $(grep dc951fed race3.svg)"
[ "$(grep -c '<polyline' race.svg)" -ge 2 ] || wrong 'no paths of runs'
run 0 picture --data '' --ghost --paths speed -o race2.svg fast.teehistorian slow.teehistorian
grep -q 'tiles/s<' race2.svg || wrong 'no speeds of runs'
# The player counts in every recording in which the player finishes.
run 0 picture --data '' --ghost --player tee09 -o race4.svg "$races" "$races"
grep -q ', +0:00.00, tee09' race4.svg || wrong 'not the player of the second recording'
run 0 picture --data '' --ghost --player tee05 -o race5.svg "$races" slow.teehistorian
grep -q '>0:00.12, tee05' race5.svg && grep -q ', tee09' race5.svg || wrong 'no run of anybody'
run 2 picture --data '' --ghost -o no.svg fast.teehistorian
run 2 picture --data '' --ghost -o no.svg fast.teehistorian "$recording"
run 2 picture --data '' --ghost --from 0:10 -o no.svg fast.teehistorian slow.teehistorian
says err '--ghost draws whole runs'

# A moment takes one recording, also of a folder.
mkdir -p two && cp fast.teehistorian slow.teehistorian two
run 2 picture --at 2026-11-21 -o two.png two
[ "$(cat err)" = 'teetape: a moment takes one of the 2 files; teetape find --at says which has it' ] || wrong "a moment of a folder: $(cat err)"
[ ! -e two.png ] || wrong 'a moment of a folder is drawn'
rm two/slow.teehistorian
run 0 picture --data '' --at 0:40 -o two.png two

# The best moment is the finish of the fastest run, else the middle. Thumbnails have the same, in the order of the files,
# and what is no recording is passed over.
run 0 picture --data '' --json --at best -o best.svg "$tree/tests/data/physics/20-feat22.teehistorian.xz"
fastest=$("$teetape" table facts --kind finish --format jsonl --columns tick,ticks "$tree/tests/data/physics/20-feat22.teehistorian.xz" |
    jq -s 'min_by(.ticks) | .tick')
[ "$(jq .tick out)" = "$fastest" ] || wrong "the best moment is $(cat out), not $fastest"
mkdir -p runs/below
name='a <b> & "c".demo'
quoted='a%20%3Cb%3E%20%26%20%22c%22.demo'
[ -z "${TT_WINDOWS:-}" ] || name='a & c.demo' quoted='a%20%26%20c.demo' # which has not all of these signs
cp "$demo" "runs/$name"
cp "$tree/tests/data/physics/20-feat22.teehistorian.xz" runs/below/feat.teehistorian.xz
cp "$demo" runs/below/feat.demo
echo text >runs/text.txt
run 0 picture --data '' --size 64x36 --thumbs thumbs -r runs
is_png "thumbs/$name.png" 64 36
is_png thumbs/feat.teehistorian.xz.png 64 36
is_png thumbs/feat.demo.png 64 36
[ "$(find thumbs -type f | wc -l)" -eq 4 ] || wrong "thumbnails: $(ls thumbs)"
grep -q '^<a href="./'"$quoted"'.png">.*>dm1 · player0 · 1:00 long</a>$' thumbs/index.html &&
    grep -q '^<a href="./feat.teehistorian.xz.png">.*>feat22 · tee05 · 0:00.12</a>$' thumbs/index.html || wrong "$(cat thumbs/index.html)"
run 2 picture --data '' --size 64x36 --thumbs thumbs -r runs
says err '--force replaces it'
run 2 picture --data '' --thumbs thumbs --at 0:20 "$demo"
says err '--thumbs goes without'

# A picture of paths is cropped to them, unless the user chooses its size. The legend has the name of the player.
run 0 picture --data '' --json --paths speed --player renamed0 -o cropped.svg "$demo"
jq -e '.width < 900 and .width >= 480 and .height == 720' out >/dev/null || wrong "the size of a picture of paths: $(cat out)"
grep -q '>player0 &gt; renamed0<' cropped.svg || wrong 'no name in the legend of speeds'
run 0 picture --data '' --json --paths speed --size 1280x720 -o whole.svg "$demo"
jq -e '.width == 1280 and .height == 720' out >/dev/null || wrong "the size that was chosen: $(cat out)"
grep -q '>bobdummy<' alice.svg && wrong 'others are in the legend'
for what in positions deaths hooks; do
    run 0 picture --data '' --heat $what -o $what.png "$demo"
    is_png $what.png 1280 720
done

# What a heat map counts, with its values.
run 0 picture --data '' --heat deaths -o heat.svg "$demo"
grep -q '>deaths: 1<' heat.svg || wrong 'a heat map of deaths has no title'
hides err 'deaths are missing'
run 0 picture --data '' --heat deaths -o least.svg "$recordings"/dm1/*.teehistorian
grep -q '>deaths: at least 1<' least.svg || wrong 'a heat map of some deaths looks like one of all'
says err 'note: deaths are missing, because a teehistorian file does not record'
run 0 picture --data '' --heat positions --player dummy0 -o heat2.svg "$demo"
grep -q '>time in a tile: 0.02 s to 4.56 s, dummy0<' heat2.svg || wrong 'a heat map of a player has no title'
run 0 picture --data '' --heat hooks --player 0 -o heat3.svg "$demo"
grep -q '>time hooked in a tile: 0.02 s to 1.4 s, client 0<' heat3.svg || wrong 'a heat map of hooks has no title'

# Marks are explained, if there are some; by speed and time no colour of a player is a speed.
for by in player speed time; do
    run 0 picture --data '' --paths $by -o marks-$by.svg "$demo"
    grep -q '>appears<' marks-$by.svg && grep -q '>dies<' marks-$by.svg || wrong "marks are not explained by $by"
    grep -q '>finishes<' marks-$by.svg && wrong "marks that are not there are explained by $by"
    grep -q '#e6194b' marks-$by.svg || [ $by != player ] || wrong 'marks have no colours of players'
    grep -q '#e6194b' marks-$by.svg && [ $by != player ] && wrong "marks have colours of players by $by"
done

# The map of the user has to be the one that was played. If that cannot be drawn, the rest is.
echo other >other.map
run 2 picture --data '' --map other.map --at 0:20 -o no.png "$recording"
says err 'other.map: it is not a map'
mkdir maps
run 3 picture --data '' --map maps --at 0:20 -o no.png "$recording"
says err 'teetape: maps: is a folder, and a map is a file; TEETAPE_MAP_PATH lists folders'
run 0 map -o dm1.map "$demo"
run 2 picture --data '' --map dm1.map --at 0:20 -o no.png "$recording"
says err 'dm1.map: it is not the map of this recording, which is Tutorial ('
header 2 ",\"map_name\":\"other\",\"map_sha256\":\"$(sha256sum <other.map | cut -d ' ' -f 1)\"" >odd
int -8 3 -3 3 320 320 0 1 1 0 1 1 -1 >>odd
run 0 picture --data '' --map other.map -o odd.svg odd
says err 'other.map: warning: the map cannot be drawn: '
run 0 picture --data '' -o grid.svg odd
says err 'a plain grid is drawn'
same odd.svg grid.svg
head -c 20 "$recording" >headless
run 1 picture --data '' -o no.svg headless
[ "$(grep -c headless err)" -eq 1 ] || wrong "no header: $(cat err)"
[ ! -e no.png ] && [ ! -e no.svg ] || wrong 'a picture of nothing'

# Hooks of a teehistorian file are derived, with its map.
run 0 picture --data '' --map dm1.map --heat hooks -o derived.png "$recordings"/dm1/*.teehistorian
is_png derived.png 1280 720
run 2 picture --data '' --heat hooks -o no.png nowhere
says err 'the recording has nothing to show in this span'

# Several files in one picture: whose path it is, by name, or by the file where the names are equal.
cp "$demo" second.demo
run 0 picture --data '' --paths player -o both.svg "$demo" "$recording"
for name in 'player0 &gt; renamed0' dummy0 dummy1; do
    grep -q ">$name, client0.demo<" both.svg || wrong "$name is not in the legend of two files"
done
for name in alice 'bob &gt; bobby'; do
    grep -q ">$name, fac4ac54-.*<" both.svg || wrong "$name is not in the legend of two files"
done
says err "but the map of the first file is 'dm1'; the first map is drawn"
run 0 picture --data '' --paths player --player dummy0 -o twice.svg "$demo" second.demo
grep -q '>client0.demo<' twice.svg && grep -q '>second.demo<' twice.svg || wrong 'no names of files'
run 0 picture --data '' --paths player -o all.svg "$demo" second.demo
grep -q '>dummy0, second.demo<' all.svg || wrong 'no names of players and files'
[ ! -s err ] || wrong "two files of one map: $(cat err)"
run 0 picture --data '' --heat deaths -o heat.png "$demo" second.demo
run 0 picture --data '' --paths player --player alice -o alice2.svg "$demo" "$recording"
grep -q '>alice, fac4ac54-.*<' alice2.svg || wrong 'a file without the player is in the way'
run 2 picture --data '' --paths player --player nobody -o no.png "$demo" "$recording"
run 2 picture --data '' --at 0:20 -o no.png "$demo" second.demo
says err '--paths and --heat take several files'
run 3 picture --data '' --paths player -o no.png "$demo" missing.demo
run 2 picture --data '' --paths player --force -o second.demo "$demo" second.demo
cmp "$demo" second.demo || wrong 'an input was replaced'

# What is not there.
run 2 picture --data '' --at 0:20 --focus nobody -o no.png "$demo"
says err "no player has the name 'nobody'"
run 2 picture --data '' --focus nobody -o no.png "$demo"
says err "no player has the name 'nobody'"
run 2 picture --data '' --at 0:00 --focus dummy0 -o no.png "$demo"
says err 'dummy0 is not in the world at tick'
run 2 picture --data '' --at 1:00:00 -o no.png "$demo"
says err 'it ends at tick 3878 (0:01:00.06)'
run 2 picture --data '' --at 45 -o no.png "$demo"
says err 'the recording begins at tick 875 (0:00:00.00)'
run 2 picture --data '' --paths player --player nobody -o no.png "$recording"
run 2 picture --data '' --heat deaths -o no.png "$recording"
says err 'the recording has nothing to show in this span'
run 2 picture --data '' --paths player --heat deaths -o no.png "$demo"
run 2 picture --data '' --paths color -o no.png "$demo"
says err "--paths: 'color' is unknown; it can be player, speed or time"
run 2 picture --data '' --paths speed --no-hud -o no.png "$demo"
says err '--no-hud and --scoreboard are for a moment, not for --paths and --heat'
run 2 picture --data '' --size 0x5 -o no.png "$demo"
run 2 picture --data '' --zoom 61 -o no.png "$demo"
run 2 picture --data '' --center 5 -o no.png "$demo"
run 2 picture --data '' --at 0:20 --from 0:10 -o no.png "$demo"
run 2 picture --data '' "$demo"
says err 'no output is given'
head -c 3000 "$recording" >cut.teehistorian
run 1 picture --data '' --at 11:24 -o no.png cut.teehistorian
[ ! -e no.png ] || wrong 'there is a picture of nothing'
exit $bad
