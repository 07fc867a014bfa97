#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: page.sh COMMAND SOURCE_DIR
#
# What page writes around the recordings: titles and names that are no HTML, maps once, and what is refused. What
# browsers make of it: tests/web.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
file=$(echo "$recordings"/dm1/*.teehistorian)
"$teetape" page --empty -o empty.html >out 2>err || {
    grep -q 'this build has no page' err && skip 'this build has no page'
    wrong "no page: $(cat err)"
    exit 1
}

# inside FILE ATTRIBUTE VALUE: what is packed in the element with it.
inside() {
    sed -n "s|.*<script type=\"application/octet-stream+base64\" $2=\"$3\"[^>]*>\([A-Za-z0-9+/=]*\).*|\1|p" "$1" |
        base64 -d | if grep -q "$2=\"$3\"[^>]* data-packed=\"gzip\"" "$1"; then gzip -d; else cat; fi
}

# What the user or a stranger chose is no HTML, and no control of a terminal.
name="a<b>&\"c$(printf '\033')"
cp "$demo" "$name.demo"
run 0 page --data '' --title '<b>1 & "2"</b>' -o escaped.html "$name.demo"
silent err
says escaped.html '<title>&lt;b&gt;1 &amp; &quot;2&quot;&lt;/b&gt;</title>'
grep -o 'data-recording="[^>]*demo"' escaped.html >named
says named 'data-recording="a&lt;b&gt;&amp;&quot;c'
[ "$(tr -d '\n' <named | tr -cd '\000-\037<>' | wc -c)" -eq 0 ] || wrong "a name in a page: $(cat -v named)"
run 0 page -o plain.html "$demo"
says plain.html '<title>dm1 · player0 · 1:00 long</title>'
hides plain.html 'property="og:'
inside plain.html data-recording client0.demo | cmp - "$demo" || wrong 'another demo is in the page'

# What a server records for programs of clients, such as when an input came, is for no viewer. The demo ends in such a
# message: a chunk of kind 2, huffman-compressed.
printf '\023' | "$teetape" codec --raw huffman encode >packed
{ cat "$demo" && printf "\\$(printf %o $((64 + $(wc -c <packed))))" && cat packed; } >server.demo
run 0 dump --kind message server.demo
tail -n 1 out >last
says last 'system 9'
run 0 page --force -o server.html server.demo
inside server.html data-recording server.demo | cmp - "$demo" || wrong 'a message that no viewer sees is in the page'

# The ending of what was packed goes; stdin has a number, and so have all where names are replaced.
gzip -c <"$file" >short.teehistorian.gz
"$teetape" page -o - short.teehistorian.gz - <"$demo" >two.html 2>err || wrong "two recordings: $(cat err)"
grep -o ' data-recording="[^"]*"' two.html | paste -sd ' ' >named
says named 'data-recording="short.teehistorian"  data-recording="recording 2"'
run 0 page --anonymize --key one -o hidden.html "$file"
says hidden.html 'data-recording="recording 1"'

# One map of two recordings is there once; the one of a demo is in the demo.
run 0 map -q -o dm1.map "$demo"
cp "$file" again.teehistorian
run 0 page --no-art --map dm1.map --json -o maps.html "$file" again.teehistorian
silent err
is recordings 2
map=map-$(sha256sum <dm1.map | cut -d ' ' -f 1)
[ "$(grep -o " id=\"$map\"" maps.html | wc -l)" -eq 1 ] || wrong 'the map is not there once'
[ "$(grep -o " data-map=\"$map\"" maps.html | wc -l)" -eq 2 ] || wrong 'not both have the map'
inside maps.html id "$map" | cmp - dm1.map || wrong 'another map is in the page'
hides plain.html "$map"

# The images that the recording shows are in the page, and no others; skins that were downloaded count.
run 0 picture -q --data '' --size 64x64 -o image.png "$demo"
mkdir -p game/skins game/downloadedskins game/mapres
for image in game particles skins/default skins/other downloadedskins/x_ninja mapres/grass_main mapres/other; do
    cp image.png game/$image.png
done
run 0 page --data game -o art.html "$demo"
silent err
grep -o 'data-art="[^"]*"' art.html | cut -d '"' -f 2 | LC_ALL=C sort | paste -sd ' ' >named
says named 'game.png mapres/grass_main.png particles.png skins/default.png skins/x_ninja.png'
inside art.html data-art skins/x_ninja.png | cmp - image.png || wrong 'another image is in the page'
run 0 page --data game --map dm1.map -o art2.html "$file" "$demo"
[ "$(grep -o 'data-art="mapres' art2.html | wc -l)" -eq 1 ] || wrong 'an image is not there once'
run 0 page --data game --anonymize --key one --map dm1.map -o art3.html "$file"
says art3.html 'data-art="mapres/grass_main.png"'
run 0 page --data game --no-art -o bare.html "$demo"
hides bare.html 'data-art'
hides err 'chat programs'
cp -R game large && head -c 8000000 /dev/urandom >large/game.png
run 0 page --data large -o large.html "$demo"
says err 'large.html: note: the page has 11 MB, and chat programs often take no more than 10: --from and --to make it smaller'
run 0 page -o bare.html --force "$demo"
says err "note: the game's data folder was not found"
says err 'install the game, or name its folder with --data'
run 3 page -o never.html missing.demo
hides err 'data folder'
run 2 page -o page.pdf "$demo"
says err 'a page is HTML: end the name with .html'

# The readable part of a damaged recording is whole, so that what was wrong is beside it: where it was, and whether
# something readable comes after it.
damage() {
    grep -o ' data-damage="[^>]*>' "$1"
}
head -c 200000 "$demo" >torn.demo
{ head -c 100000 "$demo" && printf '\377%.0s' $(seq 100) && tail -c +100101 "$demo"; } >holed.demo
run 1 page -o torn.html torn.demo
says err 'offset 199930, tick 1982 '
damage torn.html >named
says named 'data-damage="the demo ends inside a chunk" data-offset="199930" data-tick="1982">'
run 1 page -o holed.html "$demo" holed.demo
damage holed.html >named
says named 'data-offset="99857" data-tick="1411" data-goes-on>'
[ "$(wc -l <named)" -eq 1 ] || wrong "damage of two recordings, of which one is good: $(cat named)"
if has_codec gz; then
    gzip -c "$demo" | head -c 40000 >torn.demo.gz
    run 1 page -o packed.html torn.demo.gz
    damage packed.html >named
    says named 'data-damage="the gzip data is cut off"'
fi
hides plain.html data-damage

# A teehistorian file is in the page as its demo, whose map the browser inserts. With --keep-inputs it is the file.
stem=$(basename "$file" .teehistorian)
run 0 page --no-art --map dm1.map -o made.html "$file"
silent err
run 0 demo -q --whole --map dm1.map -o made.demo "$file"
inside made.html data-recording "$stem.teehistorian" >part
{ head -c 484 part && cat dm1.map && tail -c +485 part; } | cmp - made.demo || wrong 'another demo is in the page'
says made.html "data-map=\"$map\" data-map-at=\"484\""
run 0 inputs made.demo
says err 'no inputs'
run 0 page --keep-inputs -o kept.html "$file"
says err 'note: the page holds inputs: who gets it can read what players pressed'
# Inputs that counted late are beside the recording, as the browser cannot look for them.
run 0 page --no-art --keep-inputs --map dm1.map -o late.html "$file"
grep -q ' data-late="[0-9]*:[0-9]*"' late.html || wrong 'no input that counted late'
inside kept.html data-recording "$stem.teehistorian" >kept.teehistorian
run 0 dump --kind input_diff --json kept.teehistorian
mv out inputs
run 0 dump --kind input_diff --json "$file"
same inputs out 'inputs of a page'

# Anonymized, it is the demo of the anonymized file.
run 0 page --anonymize --key 'sixteen letters.' --map dm1.map -o hidden2.html "$file"
run 0 anonymize -q --key 'sixteen letters.' -o hidden.teehistorian "$file"
run 0 demo -q --whole --map dm1.map -o hidden.demo hidden.teehistorian
inside hidden2.html data-recording 'recording 1' >part
{ head -c 484 part && cat dm1.map && tail -c +485 part; } | cmp - hidden.demo || wrong 'names are in the page'

# What anonymize keeps, a page keeps.
set -- --key 'sixteen letters.' --keep player1 --keep-time
run 0 page --anonymize "$@" --keep nobody --map dm1.map -o friend.html "$file"
says err "nobody has the name 'nobody', which --keep keeps"
hides err player1
run 0 anonymize -q "$@" -o friend.teehistorian "$file"
run 0 demo -q --whole --map dm1.map -o friend.demo friend.teehistorian
inside friend.html data-recording 'recording 1' >part
{ head -c 484 part && cat dm1.map && tail -c +485 part; } | cmp - friend.demo || wrong 'a page keeps other names'
run 0 players friend.demo
says out player1
run 2 page --keep player1 -o no.html "$file"
says err '--keep and --keep-time go with --anonymize'

# The page need not say that it is a reconstruction.
run 0 page --no-note --map dm1.map -o quiet.html "$file"
says quiet.html " data-no-note data-map="
hides made.html data-no-note
run 0 demo -q --whole --no-note --map dm1.map -o quiet.demo "$file"
inside quiet.html data-recording "$stem.teehistorian" >part
{ head -c 484 part && cat dm1.map && tail -c +485 part; } | cmp - quiet.demo || wrong 'a page says what it is'

# The title has the player if there is only one, or one who recorded or finished, and the time of the fastest finish. A page
# for a player opens at that finish, else where the player has a tee.
titled() { # TITLE MOMENT WORD...
    title=$1 moment=$2
    shift 2
    run 0 page -q --force -o page.html "$@"
    { sed -n '/<title>/p' page.html && grep -o ' data-[^>]*>' page.html; } >titled
    says titled "<title>$title</title>"
    [ "$(grep -o ' data-at="[0-9]*" data-cid="[0-9]*"' titled)" = "$moment" ] || wrong "page $*: $(cat titled)"
}
finish=68943c01-2348-3e01-9490-3f27f8269d94
start() { # CID NAME: the tee is there before the name, so that the world has both
    start_info "$2" '' | message "$1"
    int -3 "$1" 32 32
}
{
    header 2 ",\"version_minor\":\"19\",\"map_name\":\"Linear\",\"uuids\":[\"$finish\"]"
    int -2 99 -8 0 && start 0 First
    int -8 1 && start 1 second
    int -2 999 && int 0 4200 | ex $finish
    int -2 499 && int 0 4187 | ex $finish
    int -2 999 -4 0 -2 9 -1
} >finished.teehistorian
titled 'Linear · First · 1:23.74' '' finished.teehistorian
titled 'Linear · First · 1:23.74' ' data-at="1600" data-cid="0"' --player First finished.teehistorian
titled 'Linear · second · 0:50 long' ' data-at="1600" data-cid="1"' --player 1 finished.teehistorian
titled 'dm1 · 4 players · 1:18 long' '' --map dm1.map "$file"
titled 'dm1 · 4 players · 1:18 long' ' data-at="1817" data-cid="1"' --map dm1.map --player player1 --anonymize --key x "$file"
hides titled player1
titled teetape '' --map dm1.map "$file" "$demo"
titled teetape ' data-at="1600" data-cid="0"' --player First finished.teehistorian "$demo"
says titled 'data-title="dm1 · player0 · 1:00 long"'
titled one '' --title one "$file"

# A part is cut first: what the page has is what cut or demo makes of these ticks.
run 0 cut -q --from 0:20 --to 0:30 -o part.demo "$demo"
run 0 page --no-art --from 0:20 --to 0:30 -o part.html "$demo"
silent err
says part.html '<title>dm1 · player0 · 0:10 long</title>'
inside part.html data-recording client0.demo | cmp - part.demo || wrong 'another part of a demo'
feed 0 page --no-art --from 0:20 --to 0:30 --force -o part.html - <"$demo"
inside part.html data-recording 'recording 1' | cmp - part.demo || wrong 'another part of a demo on stdin'
compare() { # RECORDING WORD...: the page of the part has the demo that demo makes of the part of the recording
    from=$1
    shift
    run 0 demo -q --force --whole --from 0:20 --to 0:30 --map dm1.map -o made.demo "$from"
    run 0 page --no-art --force --from 0:20 --to 0:30 --map dm1.map "$@" -o part.html "$file"
    says part.html '<title>dm1 · 4 players · 0:10 long</title>'
    sed -n 's/.* data-recording="\([^"]*\)".*/\1/p' part.html >named
    inside part.html data-recording "$(cat named)" >part
    { head -c 484 part && cat dm1.map && tail -c +485 part; } | cmp - made.demo || wrong "another part of $from"
}
compare "$file"
compare hidden.teehistorian --anonymize --key 'sixteen letters.'
# A date of an anonymized page counts on the clock of the recording, which the page does not have.
cp part.html places.html
run 0 page -q --no-art --force --from 2026-11-21T08:05:03 --to @08:05:13 --map dm1.map --anonymize --key 'sixteen letters.' -o part.html "$file"
cmp part.html places.html || wrong 'a date in an anonymized page'
run 0 cut -q --from 0:20 --to 0:30 -o part.teehistorian "$file"
run 0 page -q --keep-inputs --from 0:20 --to 0:30 --force -o part.html "$file"
inside part.html data-recording "$stem.teehistorian" >part
run 0 page -q --keep-inputs --force -o part.html part.teehistorian
inside part.html data-recording part.teehistorian | cmp - part || wrong 'another part of a teehistorian file'
run 0 page -q --from 0:20 --url https://example.org --json --force -o part.html "$demo"
is has_picture true

# A silence has no records. What is there before it is there in a part that ends in it or has nothing else, for all of its
# ticks. The cut in a page of inputs begins in the tick before the part.
long=$(echo "$recordings"/tutorial-13min/fac4*.teehistorian)
for part in '1400 0:32' '2000 0:20'; do
    for how in '' '--anonymize --key x' '--keep-inputs' '--keep-inputs --anonymize --key x'; do
        # shellcheck disable=SC2086
        run 0 page -q --no-art --force --from "${part% *}" --to 3000 $how -o silence.html "$long"
        case $how in *anonymize*) who='1 player' && name='recording 1' ;; *) who=alice && name=$(basename "$long") ;; esac
        says silence.html "<title>Tutorial · $who · ${part#* } long</title>"
        inside silence.html data-recording "$name" >silence
        case $how in --keep*) first=$((${part% *} - 1)) ;; *) first=${part% *} ;; esac
        run 0 info silence
        says out "ticks $first to 2999"
    done
done
run 0 page -q --no-art --player alice --from 2000 --to 3000 --url https://example.org --force -o silence.html "$long"
says silence.html ' data-at="2000" data-cid="0"'
says silence.html 'plays in the browser: 1 player, 0:20."'
run 0 picture -q --hud names,kills,timer,broadcast --at 2000 --focus 0 --size 1200x630 -o at2000.png "$long"
cmp silence.png at2000.png || wrong 'a preview of another moment than the part'

# No picture is of what was cut away.
{
    header 2 ',"version_minor":"19","map_name":"Linear"'
    int -2 9 -8 0 && start_info First '' | message 0
    int -2 199 -3 0 32 32 -2 99 -1
} >late.teehistorian
run 2 page -q --keep-inputs --from 10 --to 90 --url https://example.org -o no.html late.teehistorian
says err 'nobody is in the world at tick 50'

# The preview without a player is the best moment.
run 0 page -q --no-art --url https://example.org --force -o best.html "$demo"
"$teetape" picture -q --hud names,kills,timer,broadcast --at best --size 1200x630 -o moment.png "$demo"
cmp best.png moment.png || wrong 'a preview of another moment than the best one'

# Each finish has a page: the run before it, of that player.
run 0 page -q --split finish -o runs.html finished.teehistorian
for run in '001.html 1:24.00 1100' '002.html 1:23.74 1600'; do
    # shellcheck disable=SC2086
    set -- $run
    says "runs.$1" "<title>Linear · First · $2</title>"
    says "runs.$1" " data-at=\"$3\" data-cid=\"0\""
done
[ ! -e runs.html ] && [ ! -e runs.003.html ] || wrong 'a page of no finish'
run 0 page -q --split finish --player First --to 1200 -o first.html finished.teehistorian
[ "$(echo first.*)" = 'first.001.html' ] || wrong 'finishes outside of the span have pages'
run 2 page --split finish --player second -o no.html finished.teehistorian
says err "there is no finish of 'second' in this recording"
run 2 page --split player -o no.html "$file"
run 2 page --split finish -o - finished.teehistorian
run 2 page --split finish -o no.html finished.teehistorian "$file"

# Runs start together at the start of the first one.
races=$tree/tests/data/physics
run 0 page -q --ghost --data= -o race.html "$races/20-feat22.teehistorian.xz" "$races/20-feat22.teehistorian.xz"
[ "$(grep -c 'data-ghost' race.html)" -eq 2 ] || wrong 'a race has not two runs'
[ "$(grep -c 'data-recording=' race.html)" -eq 1 ] || wrong 'a race has not one recording'
says race.html ' data-at="1397" data-cid="5"'
run 2 page --ghost -o no.html "$races/20-feat22.teehistorian.xz"
says err '--ghost needs 2 to 8 recordings, not 1'
run 2 page --ghost --data= -o no.html "$races/20-feat22.teehistorian.xz" "$races/20-feat20.teehistorian.xz"
says err '; a race needs one map'
run 2 page --ghost --data= -o no.html "$demo" "$demo"
says err 'nobody finishes in it'
run 2 page --ghost --anonymize -o no.html "$file" "$file"
says err '--ghost and --anonymize exclude each other'
run 2 page --ghost --split finish -o no.html "$file"
run 2 page --empty --from 0:20 -o no.html
run 2 page --from nowhere -o no.html "$file"
run 2 page -q --from 0:30 --to 0:20 -o no.html "$file"
says err 'the span is empty'
for from in "$demo" "$file"; do
    run 2 page -q --from 9:20 -o no.html "$from"
    says err 'the recording has nothing in this time'
    [ "$(wc -l <err)" -eq 1 ] || wrong "said twice: $(cat err)"
done
[ ! -e no.html ] && [ ! -e no.001.html ] || wrong 'a page of nothing'

# A preview has the address of the page and of a picture beside it, and its texts are no HTML.
run 0 page --no-art --url https://example.org/runs --player player1 --title '"<' --json -o 'a run.html' "$demo"
silent err
is has_picture true
for meta in 'og:title" content="&quot;&lt;"' 'og:url" content="https://example.org/runs/a%20run.html"' \
    'og:image" content="https://example.org/runs/a%20run.png"' 'og:description" content="A recording of '; do
    grep -qF "<meta property=\"$meta" 'a run.html' || wrong "no $meta"
done
"$teetape" picture -q --hud names,kills,timer,broadcast --at 1610 --focus 1 --size 1200x630 -o wanted.png "$demo"
cmp 'a run.png' wanted.png || wrong 'another picture beside the page'
run 0 page --url https://example.org/runs/ --anonymize --key x --json -o nameless.html "$file"
is has_picture false
says nameless.html 'content="https://example.org/runs/nameless.html"'
hides nameless.html og:image
[ ! -e nameless.png ] || wrong 'a picture has names'

# Only a page that is made for it may ask its host.
run 0 page --empty --fetch -o host.html
says host.html "; connect-src 'self'\">"
hides empty.html connect-src
hides plain.html connect-src

# What is refused leaves nothing.
echo other >other.map
run 2 page --map other.map -o no.html "$file"
says err 'other.map: it is not a map'
run 3 page --map missing.map -o no.html "$file"
says err 'missing.map: '
run 2 page --anonymize --key one -o no.html "$demo"
says err 'a demo cannot be anonymized'
run 3 page -o no.html missing.demo "$demo"
(TMPDIR=$folder/none && export TMPDIR && run 3 page -o no.html "$file")
says err 'no.html: no temporary file can be made'
run 2 page --empty -o no.html "$demo"
mkdir folder
run 2 page -o no.html "$demo" folder
says err 'folder: is a folder; name the recordings in it'
run 2 page -o plain.html "$demo"
says err '--force replaces it'
run 2 page -o no.html --player nobody "$file"
says err "no player has the name 'nobody'"
run 2 page -o no.html --player 77 "$file"
says err '77 has no tee in it'
run 2 page -o no.html --player nobody - <"$file"
for url in example.org 'https://a b' 'https://a/?b' 'https://a"' https://ü ''; do
    run 2 page -o no.html --url "$url" "$demo"
    says err '--url takes the address of a folder'
done
run 2 page -o - --url https://example.org "$demo"
run 2 page -o no.png --url https://example.org "$demo"
run 2 page --empty --url https://example.org -o no.html
run 2 page --fetch -o no.html "$demo"
echo there >no.png
run 2 page -o no.html --url https://example.org "$demo"
says err 'no.png: exists already'
[ "$(cat no.png)" = there ] || wrong 'a picture replaces a file'
[ ! -e no.html ] || wrong 'no.html was written'

# Only a page that was made with its secrets shows them.
run 0 page --force --show-secrets -o plain.html "$file"
grep -q 'data-recording="[^>]* data-shows-secrets' plain.html || wrong 'a page with secrets hides them'
run 0 page --force -o plain.html "$file"
grep -q 'data-recording="[^>]* data-shows-secrets' plain.html && wrong 'a page without secrets shows what it has'
exit $bad
