#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: option_use.sh COMMAND SOURCE_DIR
#
# Every option that the help of a command lists works for that command: below each has a run in which it changes what is
# seen, and none of these is wrong usage.
# shellcheck disable=SC2016,SC2059,SC2086 # commands for eval, formats, and words to be split
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
XDG_DATA_HOME=$folder/data
XDG_CACHE_HOME=$folder/cache
export XDG_DATA_HOME XDG_CACHE_HOME
playername=d016f9b9-4151-3b87-87e5-3a6087eb5f26
finish=68943c01-2348-3e01-9490-3f27f8269d94
ready=638587c9-3f75-3887-918e-a3c2614ffaa0
auth=37ecd3b8-9218-3bb9-a71b-a935b86f6a81
saved=4560c756-da29-3036-81d4-90a50f0182cd
loaded=e05408d3-a313-33df-9eb3-ddb990ab954a
save=11111111-2222-3333-4444-555555555555
has_sqlite=$("$teetape" --version | grep -ci 'sqlite *[0-9]')

# What all runs find: a recording, a demo, one with a warning, one that goes on, one with two finishes and a save, one
# whose index is no index, folders.
mkdir -p start/folder/below start/empty
cp "$recordings"/dm1/*.teehistorian start/a.teehistorian
cp "$recordings/dm1/client0.demo" start/b.demo
# the same with an input of client 1, Sv_PreInput, at its end
payload=$(echo -1496075008 945401222 -639716564 540269822 174 0 65536 | "$teetape" codec varint encode | "$teetape" codec huffman encode)
{ cat start/b.demo && byte $((0x5e)) $((${#payload} / 2)) && hex "$payload"; } >start/pressed.demo
# and with a whisper of client 1, Sv_Chat, at its end: 06 03 01 "geheim" 00
payload=$(echo 1728119558 1768253541 109 | "$teetape" codec varint encode | "$teetape" codec huffman encode)
{ cat start/b.demo && byte $((0x40 + ${#payload} / 2)) && hex "$payload"; } >start/whisper.demo
cp "$tree/tests/data/physics/16-save52.teehistorian.xz" start/saves.teehistorian.xz
cp "$recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian" start/open.teehistorian
"$teetape" cut -q --rename 'player0=שלום' --rename 'dummy0=שלום' -o start/hebrew.demo start/b.demo
cp start/a.teehistorian start/indexed.teehistorian
echo 'no index' >start/indexed.teehistorian.ttidx
cp start/a.teehistorian start/folder/one.teehistorian
cp start/open.teehistorian start/folder/below/two.teehistorian
{
    header 2 ',"start_time":"2026-11-21 08:00:00 +0000"'
    int -2 49 -8 0
    { int 0 && text more; } | ex $ready
    int -3 0 32 32 -2 99 -4 0 -2 2999 -3 0 32 32 -2 99 -9 0
    text bye
    int -1
} >start/warned.teehistorian
{
    header 2 ',"password":"geheim"'
    int -2 49 -8 0 -9 0
    text '/timeout geheim'
    int -1
} >start/secret.teehistorian
{
    header 2 ''
    int -2 49 -8 0
    { int 34 0 && text '=1+1'; } | message 0
    int -2 9 -1
} >start/formula.teehistorian
{
    header 2 ''
    int -2 49 -8 0 -3 0 32 32 -2 200000 0 1 1 -2 9 -1
} >start/silent.teehistorian
{
    header 2 ",\"version_minor\":\"19\",\"map_name\":\"Linear\",\"server_name\":\"one\",\"game_uuid\":\"$save\",\"start_time\":\"2026-11-22 09:00:00 +0100\",\"uuids\":[\"$playername\",\"$ready\",\"$finish\"]"
    int -2 99 -8 0
    start_info First '' | message 0
    int 0 | ex $ready
    int -3 0 32 32 -2 999
    int 0 200 | ex $finish
    { int 0 3 && text chief; } | ex $auth
    { int 0 && hex $save && text 'a save'; } | ex $saved
    { int 0 && hex $save && text 'a save'; } | ex $loaded
    int -8 1
    start_info second '' | message 1
    int 1 | ex $ready
    int -3 1 64 64 -2 1999
    int 1 1500 | ex $finish
    int -2 9 -9 0
    text bye
    int -2 0 -1
} >start/finished.teehistorian
"$teetape" map -q -o start/good.map start/b.demo || wrong 'no map'
printf 'a key' >start/key
printf 'another key' >start/key2
printf '2026-11-21 08:05:00 I chat: 0:-2:player0: hello\n' >start/server.log
printf '1b0e1f0a-0000-4000-8000-000000000001,2026-01-01 00:00:00,Other,01234567,100\n' >start/games.csv
head -c 30000 start/a.teehistorian >start/cut.teehistorian
{ head -c 30000 start/a.teehistorian && printf '\177\377\377' && tail -c +30001 start/a.teehistorian; } >start/hit.teehistorian

# listed COMMAND: the options that its help has.
listed() {
    "$teetape" "$1" --help | sed -n '/^Options/,/^$/s/^  ..[, ]  *\(--[a-z0-9-]*\).*/\1/p'
}

# seen WORD...: runs the command in a new copy of these, and shows all that came of it.
seen() {
    rm -rf work
    cp -Rp start work
    cd work || exit 1
    eval "${prepare:-:}" >/dev/null 2>&1
    ${seconds:+timeout "$seconds"} "$teetape" "$@" >../stdout 2>../stderr <"${input:-/dev/null}"
    seen_status=$?
    find . -type f ! -name 'db*' ! -name '*.key' -exec cksum {} + | LC_ALL=C sort
    echo db* # a database has the times of files in it
    cd .. || exit 1
    echo "status $seen_status" && cat stdout stderr
}

# without WORD...: the same in the file `without`, which is kept for the next option of the same words.
kept='' prepare='' input='' seconds=''
without() {
    if [ -n "$input" ] || [ "$kept" != "$prepare|$seconds|$*" ]; then
        seen "$@" >without
        kept="$prepare|$seconds|$*"
    fi
}

# Without a terminal --wide has nothing to do: terminal.sh.
for verb in info dump players chat inputs verify find map; do echo "$verb --wide"; done >used
# use VERB OPTION VALUE WORD...: with the option something else comes than without it, or than with the value that it has
# among the words: it can be given once.
uses=0
use() {
    use_verb=$1 use_option=$2 use_value=$3
    shift 3
    echo "$use_verb $use_option" >>used
    uses=$((uses + 1))
    if [ $((uses % share)) -gt 1 ]; then
        prepare='' input='' seconds=''
        return
    fi
    without "$use_verb" "$@"
    use_left=$#
    while [ $use_left -gt 0 ]; do
        use_word=$1
        shift
        use_left=$((use_left - 1))
        if [ "$use_word" = "$use_option" ] || [ "$use_option $use_word" = '--output -o' ]; then
            shift
            use_left=$((use_left - 1))
        else
            set -- "$@" "$use_word"
        fi
    done
    if [ -n "$use_value" ]; then
        seen "$use_verb" "$@" "$use_option$use_value" >with
    else
        seen "$use_verb" "$@" "$use_option" >with
    fi
    [ "$seen_status" -ne 2 ] || wrong "$use_verb $use_option$use_value: wrong usage: $(cat stderr)"
    cmp -s without with && wrong "$use_verb $use_option$use_value changes nothing"
    prepare='' input='' seconds=''
}
# alike VERB OPTION VALUE WORD...: one that only makes it faster.
alike() {
    echo "$1 $2" >>used
    alike_verb=$1 alike_option=$2 alike_value=$3
    shift 3
    without "$alike_verb" "$@"
    seen "$alike_verb" "$@" "$alike_option$alike_value" >with
    LC_ALL=C sort without >plain
    LC_ALL=C sort with | same plain - "$alike_verb $alike_option"
}

a=a.teehistorian b=b.demo
for verb in info dump players chat inputs verify; do
    alike $verb --recursive '' folder
    alike $verb --jobs =2 $a $b
    use $verb --strict '' warned.teehistorian
    use $verb --json '' $a
    use $verb --quiet '' warned.teehistorian
done
use info --quick '' $a
use info --show-secrets '' --json secret.teehistorian
use players --show-secrets '' secret.teehistorian
use inputs --summary '' $a
use inputs --compare =all $a
for verb in dump players chat inputs; do
    use $verb --from =2000 $a
    use $verb --to =2000 $a
    use $verb --player =player1 $a
    use $verb --ignore-case '' --player PLAYER1 $a
    use $verb --wall '' $a
    use $verb --utc '' $a
    use $verb --local '' $a
    use $verb --index-dir =empty indexed.teehistorian --from 2000
    use $verb --no-index '' indexed.teehistorian --from 2000
done
use verify --index-dir =empty indexed.teehistorian
use verify --no-index '' indexed.teehistorian
use verify --physics '' $demo
use verify --map =good.map --physics $a
alike table --recursive '' ticks folder
alike table --jobs =2 ticks $a $b
use table --strict '' ticks warned.teehistorian
use table --json '' ticks $a -o t.csv
use table --quiet '' ticks warned.teehistorian
use table --output =t.csv ticks $a
prepare='echo >t.csv'
use table --force '' ticks $a -o t.csv
use table --format =jsonl ticks $a
use table --ddl =plain ticks $a
use table --columns =tick,x ticks $a
use table --kind =join facts $a
use table --every =7 ticks $a
use table --map =good.map ticks --columns tick,applied $a
use table --partition =day ticks $a -o days
use table --partition =map ticks $a -o maps
use table --spreadsheet '' chat formula.teehistorian
use table --uuid-as-text '' ticks --columns recording,tick $a -o t.parquet
use table --from =2000 ticks $a
use table --to =2000 ticks $a
use table --player =player1 ticks $a
use table --ignore-case '' ticks --player PLAYER1 $a
use table --show-secrets '' facts $a
use table --index-dir =empty ticks indexed.teehistorian --from 2000
use table --no-index '' ticks indexed.teehistorian --from 2000
for verb in dump chat; do
    seconds=1
    use $verb --follow '' open.teehistorian
    use $verb --show-secrets '' $a
done
use dump --kind =join $a
use chat --log =server.log $a
use dump --items '' $b

use index --index-dir =empty $a
prepare='"$teetape" index a.teehistorian'
use index --force '' $a
alike index --recursive '' folder
use index --physics '' $a
use index --map =good.map --physics $a
alike index --jobs =2 $a finished.teehistorian
use index --strict '' warned.teehistorian
use index --json '' $a
use index --quiet '' $a

if [ "$has_sqlite" -gt 0 ]; then
    old_prepare='{ header 2 ",\"version_minor\":\"8\"" && int -2 49 -8 0 -3 0 32 32 -2 99 -1; } >folder/old.teehistorian
touch -t 202001010000 folder/*'
    use archive --format =zst --db db folder
    use archive --level =1 --db db folder
    prepare='cp open.teehistorian folder/'
    use archive --unfinished '' --db db folder
    use archive --dry-run '' --db db folder
    prepare=$old_prepare
    use archive --keep-days =3 --yes --db db folder
    prepare=$old_prepare
    use archive --max-size =1 --yes --db db folder
    prepare=$old_prepare
    use archive --yes '' --max-size 1 --db db folder
    use archive --db =db2 folder
    alike archive --recursive '' --db db folder
    alike archive --jobs =1 --db db folder
    use archive --json '' --db db folder
    use archive --quiet '' --db db folder
    find_use() { # OPTION VALUE WORD...
        find_option=$1 find_value=$2
        shift 2
        use 'find' "$find_option" "$find_value" --db db "$@" .
    }
    find_use --player =player1 --kind join
    find_use --same-client =bobdummy
    prepare='"$teetape" find --quiet --db db .'
    use players --db =db a.teehistorian
    find_use --map =Linear --kind join
    find_use --server =one --kind join
    find_use --ignore-case '' --player first
    find_use --from =2026-11-22 --kind join
    find_use --to =2026-11-22 --kind join
    find_use --at '=2026-11-21 20:14' --kind join
    find_use --files '' --kind join
    find_use --print0 '' --kind join
    find_use --count '' --kind join
    alike 'find' --rescan '' --db db --finish . # it is about files that did not change: find.sh
    find_use --min-duration =60 --kind join
    find_use --max-duration =60 --kind join
    find_use --finish ''
    find_use --physics '' --finish
    find_use --faster =10
    find_use --slower =10
    find_use --save =$save
    find_use --load ''
    find_use --rcon '=*'
    find_use --kind =name
    find_use --chat '=hello 45'
    find_use --console =shutdown
    find_use --killer '=*'
    find_use --format =demo --kind join
    find_use --damaged ''
    find_use --limit =1 --kind join
    find_use --utc '' --kind join
    export TZ=XYZ-5
    find_use --local '' --kind join
    unset TZ
    find_use --commands '' --finish
    find_use --show-secrets '' --kind login
    find_use --no-scan '' --finish
    find_use --import =games.csv --map Other
    find_use --json '' --finish
    find_use --quiet ''
    use 'find' --db =db2 --finish .
    alike 'find' --forget '' --db db --finish . # it is about file systems that are away: test_archive_gone.c
    alike 'find' --jobs =2 --db db --finish .
else
    for verb in find archive; do
        for option in $(listed $verb); do echo "$verb $option" >>used; done
    done
fi

# What writes one file; $out and $demo are two words.
out='-o part.out' demo='-o part.demo'
# shellcheck disable=SC2086
{
    for verb in cut demo; do
        use $verb --output =other.out $out $a
        use $verb --from =2000 $out $a
        use $verb --to =2000 $out $a
        use $verb --player =player1 $out $a
        use $verb --ignore-case '' $out --player PLAYER1 $a
        use $verb --strict '' $out warned.teehistorian
        use $verb --json '' $out $a
        use $verb --quiet '' $out $a
        prepare='echo there >part.out'
        use $verb --force '' $out $a
    done
    use cut --team =0 $out $a
    use cut --finish =First $out finished.teehistorian
    use cut --match =2 $out --finish finished.teehistorian
    use cut --before =1 $out --finish=second finished.teehistorian
    use cut --after =0 $out --finish=First finished.teehistorian
    use cut --split =20 $out $a
    use cut --around-chat "=called for vote" $demo $b
    use cut --match =2 $demo --around-chat a $b
    use cut --drop-chat '' $demo $b
    use cut --drop-inputs '' $demo pressed.demo
    use cut --hide =player1 $demo $b
    use cut --rename =player1=other $demo $b
    use cut --strip-map '' $demo $b
    prepare='"$teetape" cut --strip-map -q -o bare.demo b.demo'
    use cut --attach-map =good.map $demo bare.demo
    use cut --index-dir =empty $out --from 2000 indexed.teehistorian
    use cut --no-index '' $out --from 2000 indexed.teehistorian

    use demo --only '' $out --player 0 $a
    use demo --as =player1 $out $a
    use demo --split =player -o new $a
    use demo --run '' $out saves.teehistorian.xz
    use demo --before =1 -o new --split finish finished.teehistorian
    use demo --after =0 -o new --split finish finished.teehistorian
    use demo --map =good.map --json $out $a
    use demo --no-map '' $out $a
    use demo --no-note '' $out $a
    use demo --skip-idle '' $out warned.teehistorian
    use demo --whole '' $out silent.teehistorian
    use demo --every =2 $out $a
    alike demo --recursive '' -o new --split player folder
    alike demo --jobs =2 -o new --split player $a finished.teehistorian

    prepare='"$teetape" cut -q --to 2000 -o 1.demo b.demo; "$teetape" cut -q --from 2000 -o 2.demo b.demo; echo >part.demo'
    pieces=$prepare
    use concat --force '' $demo 1.demo 2.demo
    prepare="$pieces; rm part.demo"
    use concat --output =other.demo $demo 1.demo 2.demo
    prepare="$pieces; rm part.demo; head -c 300 /dev/zero | tr '\\0' '\\377' | dd of=1.demo bs=1 seek=100000 conv=notrunc"
    use concat --strict '' $demo 1.demo 2.demo
    prepare="$pieces; rm part.demo"
    use concat --json '' $demo 1.demo 2.demo
    prepare="$pieces; rm part.demo"
    use concat --quiet '' $demo 1.demo 2.demo

    use map --output =other.map -o one.map $b
    prepare='echo there >one.map'
    use map --force '' -o one.map $b
    prepare='printf clone | dd of=b.demo bs=1 seek=144 conv=notrunc'
    use map --strict '' -o one.map $b
    use map --layers '' $b
    use map --json '' -o one.map $b
    use map --quiet '' -o one.map $b

    for verb in repair anonymize; do
        [ $verb = repair ] && key='' || key='--key x'
        use $verb --output =other.out $out $key $a
        prepare='echo there >part.out'
        use $verb --force '' $out $key $a
        alike $verb --recursive '' -o new/ $key folder
        alike $verb --jobs =2 -o new/ $key $a finished.teehistorian
        use $verb --json '' $out $key $a
        use $verb --quiet '' $out $key $a
    done
    use repair --resync '' $out hit.teehistorian
    use anonymize --key =y $out --key x $a
    use anonymize --key-file =key2 $out --key-file key $a
    use anonymize --keep-time '' $out --key x $a
    use anonymize --keep =player1 $out --key x $a
    use anonymize --list =who $out --key x $a
    use anonymize --strict '' $out --key x warned.teehistorian
}
if has_codec xz && has_codec zst; then
    for verb in pack unpack; do
        prepare='"$teetape" pack -q --replace a.teehistorian finished.teehistorian'
        packed=$prepare
        [ $verb = unpack ] && file=$a.xz more=finished.teehistorian.xz || file=$a more=finished.teehistorian prepare=''
        use $verb --output =other -o one.xz $file
        [ $verb = unpack ] && prepare=$packed
        use $verb --replace '' $file
        [ $verb = unpack ] && prepare=$packed || prepare=''
        alike $verb --jobs =2 $file $more
        [ $verb = unpack ] && prepare=$packed || prepare=''
        use $verb --json '' $file
        [ $verb = unpack ] && prepare=$packed || prepare=''
        use $verb --quiet '' $file
        [ $verb = unpack ] && prepare="$packed; echo there >a.teehistorian" || prepare='echo there >a.teehistorian.xz'
        use $verb --force '' $file
    done
    use pack --format =zst $a
    use pack --unfinished '' --replace open.teehistorian
    prepare='"$teetape" pack -q --unfinished --replace open.teehistorian'
    use unpack --unfinished '' --replace open.teehistorian.xz
    use pack --level =1 $a
    use pack --estimate '' $a
else
    for verb in pack unpack; do
        for option in $(listed $verb); do echo "$verb $option" >>used; done
    done
fi

codec_use() { # OPTION VALUE INPUT WORD...
    codec_option=$1 codec_value=$2
    printf -- "$3" >line
    input=$folder/line
    shift 3
    use codec "$codec_option" "$codec_value" "$@"
}
codec_use --raw '' '0001' varint decode
codec_use --classic '' '00\n' huffman encode
codec_use --limit =3 'nameless\n' string encode
codec_use --clean =sanitize '61016200\n' string decode
codec_use --count =4 'nameless\n' ints encode --count 6
codec_use --protocol =7 '1c020010818028010200808070a40140\n' snapshot decode
codec_use --little-endian '' '1c020010818028010200808070a40140\n' snapshot decode
codec_use --json '' '1 2\n' varint encode
codec_use --quiet '' '8000\n' varint decode

# A picture of what is small enough to be made fast; no map of the game's data folder is here.
small='--data= --size 64x36'
for verb in picture video; do
    [ $verb = picture ] && kind=png at='--at 0:20' || kind=y4m at='--from 0:20 --to 0:20.1'
    out="-o out.$kind"
    use $verb --output =new.$kind $small $at $b
    prepare="echo there >out.$kind" && use $verb --force '' $out $small $at $b
    use $verb --focus =1 $out $small $at $a
    use $verb --center =100,100 $out $small $at $b
    use $verb --zoom =3 $out $small $at $b
    use $verb --size =80x60 $out --data= $at $b
    use $verb --map-only '' $out $small $at $b
    prepare='mkdir -p data/mapres && "$teetape" picture -q --data= --size 64x64 -o p.png b.demo &&
        for image in $("$teetape" map --layers --json b.demo | sed -n "s/.*image\":\"\([a-z_0-9]*\).*/\1/p"); do
            cp p.png "data/mapres/$image.png"
        done'
    use $verb --rules '' $out --size 64x36 --data=data $at $b
    use $verb --hud =timer $out $small $at $b
    use $verb --no-hud '' $out $small $at $b
    use $verb --scoreboard '' $out $small $at $b
    use $verb --no-note '' $out $small $at $a
    [ $verb = picture ] && two='--at 0:25' || two='--from 0:25 --to 0:25.1'
    use $verb --names =focus $out --data= --size 640x360 --zoom 3 $two $b
    use $verb --map =good.map $out $small $at $a
    prepare='mkdir data && "$teetape" picture -q --data= --size 64x64 -o data/emoticons.png b.demo'
    use $verb --data =data $out --size 640x360 $at $b
    use $verb --font =/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf $out $small $at hebrew.demo
    use $verb --index-dir =empty $out $small $at indexed.teehistorian
    use $verb --no-index '' $out $small $at indexed.teehistorian
    [ $verb = picture ] && all='--paths player' || all='--fps 1'
    use $verb --strict '' $out $small $all warned.teehistorian
    use $verb --json '' $out $small $at $b
    use $verb --quiet '' $out $small $at $a
done

races=$tree/tests/data/physics/20-feat22.teehistorian.xz
use video --fps =25 -o out.y4m $small --from 0:20 --to 0:20.1 $b
use video --speed =0.5 -o out.y4m $small --from 0:20 --to 0:20.1 $b
use video --ghost '' -o out.y4m $small --fps 1 $races $races
use video --smooth '' -o out.y4m $small --from 0:25 --to 0:26 --focus dummy0 $b
use video --keys '' -o out.y4m $small --from 0:20 --to 0:20.1 $b
use video --speedometer '' -o out.y4m $small --from 0:20 --to 0:20.1 $b
prepare='echo 0 1 100,100 >way.txt' && use video --camera =way.txt -o out.y4m $small --from 0:20 --to 0:20.1 $b
use video --from =0:20 -o out.y4m $small --fps 1 $b
use video --to =0:10 -o out.y4m $small --fps 1 $b
alike video --jobs =2 -o out.y4m $small --fps 1 $b
use picture --at =0:30 -o out.png $small $b
use picture --ghost '' -o out.png $small --paths player $races $races
use picture --thumbs =folder/thumbs $small folder
alike picture --recursive '' --thumbs thumbs --json $small folder
use picture --aim '' -o out.png $small --at 0:30 $b
use picture --paths =speed -o out.png $small $a
use picture --heat =positions -o out.png $small $a
use picture --from =0:20 -o out.png $small --paths player $a
use picture --to =0:20 -o out.png $small --paths player $a
use picture --player =player0 -o out.png $small --paths player $a
use picture --ignore-case '' -o out.png $small --paths player --player PLAYER0 $a
use picture --show-secrets '' --data= --at 3878 -o out.png whisper.demo
use video --show-secrets '' -o out.y4m --data= --fps 1 --from 3828 --to 3879 whisper.demo

# A build for another machine has no page.
page_use() { # OPTION VALUE WORD...
    if [ $has_page = 1 ]; then
        use page "$@"
    else
        echo "page $1" >>used
        prepare=''
    fi
}
"$teetape" page --empty -o empty.html 2>stderr && has_page=1 || has_page=0
[ $has_page = 1 ] || grep -q 'this build has no page' stderr || wrong "no page, and no reason: $(cat stderr)"
page_use --output =new.html $b
prepare='echo there >run.html'
page_use --force '' -o run.html $b
page_use --empty '' -o run.html
prepare='mkdir data && echo x >data/game.png' && page_use --data =data -o page.html $b
prepare='mkdir data && echo x >data/game.png' && page_use --no-art '' -o page.html --data data $b
page_use --from =0:20 -o run.html $b
page_use --to =0:20 -o run.html $b
page_use --split =finish -o run.html finished.teehistorian
page_use --title =Finals -o run.html $b
page_use --player =player1 -o run.html $b
page_use --ghost '' -o run.html --data= $races $races
page_use --url =https://example.org/runs -o run.html $b
page_use --fetch '' -o run.html --empty
page_use --map =good.map -o run.html $a
page_use --anonymize '' -o run.html $a
page_use --key =one -o run.html --anonymize $a
page_use --key-file =key -o run.html --anonymize $a
page_use --keep =player1 -o run.html --anonymize --key x $a
page_use --keep-time '' -o run.html --anonymize --key x $a
page_use --keep-inputs '' -o run.html pressed.demo
page_use --no-note '' -o run.html $a
page_use --show-secrets '' -o run.html $a
page_use --json '' -o run.html $b
page_use --quiet '' -o run.html $a

# Every option of every command stands above.
for verb in $("$teetape" --help | sed -n '/^Commands/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p'); do
    for option in $(listed "$verb"); do
        [ "$option" = --help ] || echo "$verb $option"
    done
done | LC_ALL=C sort >options
LC_ALL=C sort -u used >uses
same options uses 'options of the help (<) and those that are used here (>)'
for words in 'cut -r' 'cut -j 2' 'map -r' 'map -j 2' 'repair --strict' 'pack -r' 'unpack --strict'; do
    # shellcheck disable=SC2086
    run 2 $words x
    says err 'there is no option -'
done
exit $bad
