#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: damage.sh COMMAND SOURCE_DIR
#
# Damage that nobody would hear of: files in folders whose name says that they are recordings and whose bytes do not,
# recordings without their end, and what find knows of damage in every run.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
killed=$tree/tests/recordings/map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian
export XDG_CACHE_HOME="$folder/cache"

# pack_as ENDING: stdin, as a file with this ending would have it.
pack_as() {
    case $1 in
    .xz) xz -c ;;
    .zst) zstd -qc ;;
    .gz) gzip -c ;;
    *) cat ;;
    esac
}
endings=
for ending in .xz .zst .gz; do
    if has_codec ${ending#.} && command -v "$(echo "$ending" | sed 's/.xz/xz/; s/.zst/zstd/; s/.gz/gzip/')" >/dev/null; then
        endings="$endings $ending"
    fi
done

# Every way in which there is nothing, as a file that claims to be a recording, and as one that does not. Whatever
# is no recording for another reason is passed over as before.
mkdir -p claimed/deep other
for ending in '' $endings; do
    for name in .teehistorian .demo .TEEHISTORIAN .Demo; do
        : | pack_as "$ending" >claimed/empty"$name$ending"
        head -c 40 /dev/zero | pack_as "$ending" >claimed/zeros"$name$ending"
        head -c 3 /dev/zero | pack_as "$ending" >claimed/few-zeros"$name$ending"
    done
    for size in 1 5 15; do
        head -c $size "$short" | pack_as "$ending" >claimed/deep/th-$size.teehistorian"$ending"
    done
    for size in 1 6; do
        head -c $size "$demo" | pack_as "$ending" >claimed/deep/demo-$size.demo"$ending"
    done
    { head -c 9 "$short" && head -c 90 /dev/zero; } | pack_as "$ending" >claimed/torn.teehistorian"$ending"
done
: >claimed/truly-empty.demo.xz
: >claimed/truly-empty.DEMO.XZ
count=$(find claimed -type f | wc -l)
for file in $(cd claimed && find . -type f); do
    cp "claimed/$file" "other/$(echo "$file" | sed 's/^..//; s/[./]/-/g')"
done
echo 'a text' >other/text.demo
cp "$short" other/good.teehistorian
cp "$demo" other/good.demo

for words in verify info dump players chat 'verify --json' 'info --json' 'info --quick --json' 'index' 'pack' 'unpack' \
    'repair -o repaired/' 'anonymize -o anonymized/'; do
    recursive=-r
    case $words in pack | unpack) recursive= ;; esac
    mkdir -p repaired anonymized
    # shellcheck disable=SC2086
    run 1 $words $recursive claimed
    sed -n 's/^teetape: \(claimed[^:]*\): .*[a-z].*/\1/p' err | sort -u >told
    [ "$(wc -l <told)" -eq "$count" ] || wrong "teetape $words: $(wc -l <told) of $count damaged files are reported: $(head -n 3 err)"
    [ "$(find claimed -type f | wc -l)" -eq "$count" ] || wrong "teetape $words wrote something"
    case $words in
    *--json) [ "$(grep -c '"state":"damaged"' out)" -eq "$count" ] || wrong "teetape $words: $(head -n 3 out)" ;;
    esac
    # What does not claim anything is passed over, but for the command's own work on the good ones.
    case $words in
    verify* | info* | dump | players | chat)
        # shellcheck disable=SC2086
        run 0 $words -r other
        case $words in 'verify --json') # its sum is there, and nothing else
            grep -qx 'teetape: note: [0-9]* files: 2 good, [0-9]* no recording' err || wrong "the sum of teetape $words: $(cat err)"
            sed -i '/^teetape: note: [0-9]* files: /d' err
            ;;
        esac
        silent err
        ;;
    esac
done
# A good demo in a folder is none of the business of commands for the other format.
mkdir demos
cp "$demo" demos
for words in index 'anonymize -o anonymized/'; do
    # shellcheck disable=SC2086
    run 0 $words -r demos
done

# info --json has an object for each recording, whatever is wrong with its header.
head -c 100 "$short" >header.teehistorian
{ hex 699db17b-8efb-34ff-b1d8-da6f60c15dd1 && text '{}'; } >no-version.teehistorian
head -c 50 "$demo" >header.demo
for file in header.teehistorian no-version.teehistorian header.demo; do
    run 1 info --json $file
    [ "$(wc -l <out)" -eq 1 ] || wrong "info --json of $file: $(cat out)"
    says out "{\"file\":\"$file\",\"format\":\"${file##*.}\",\"packed\":null,\"version\":null,"
    says out '"complete":false,"state":"damaged",'
    says out '"errors":1,'
    says out '"header":null}'
done

# Without its end it is unfinished: no damage, but for --strict.
run 0 verify --json "$killed"
says out '"state":"unfinished","good":true,"complete":false,'
run 1 verify --strict --json "$killed"
says out '"state":"unfinished","good":false,"complete":false,'
says err 'offset 2823: no FINISH'
run 0 verify "$killed"
says out ': unfinished, '
run 0 info --json "$killed"
says out '"state":"unfinished"'
run 1 dump --strict -q "$killed"
run 0 verify --strict --json "$short"
says out '"state":"good","good":true,"complete":true,'
# A demo: the length is in the bytes from 0x40 on of every version's header.
offset=$(LC_ALL=C grep -obaF client "$demo" | head -n 1 | cut -d : -f 1)
{ head -c $((offset + 8)) "$demo" && printf '\000\000\000\000' && tail -c +$((offset + 13)) "$demo"; } >open.demo
run 0 verify --json open.demo
says out '"state":"unfinished","good":true,"complete":false,'
run 1 verify --strict --json open.demo
says out '"state":"unfinished","good":false,"complete":false,'
says err 'no length in the header'
run 0 info open.demo
says out 'unfinished, not closed by its recorder'

# find: in every run, with and without a scan, whatever is searched; what is known and no answer leaves the status 0.
if "$teetape" --version | grep -qi sqlite; then
    cp "$short" "$killed" claimed
    head -c 2700 "$short" >claimed/deep/half
    for round in 1 2 3; do
        for words in '' '--map *' '--json --player *' '--no-scan --map x'; do
            set -f
            # shellcheck disable=SC2086
            case $round$words in 1 | ?*'*'*) wanted=1 ;; *) wanted=0 ;; esac
            run $wanted find $words claimed
            set +f
            [ "$(grep -c ': offset [0-9]*: \|damaged (offset' err)" -eq 10 ] || wrong "find $words, run $round: $(cat err)"
            says err "$((count + 1 - 10)) more recordings are damaged; find --damaged lists them"
        done
    done
    # Each is a warning, whether something of it can be read or nothing.
    mkdir two && cp claimed/deep/half two/half.teehistorian && : >two/empty.teehistorian
    run 1 find two
    [ "$(grep -c ': warning: ' err)" -eq 2 ] || wrong "find names two damaged recordings: $(cat err)"
    run 0 find -q two
    silent err
    # A place in the compressed file has the words of verify: an offset is one in the recording.
    mkdir packed
    for ending in $endings; do
        pack_as "$ending" <"$tutorial" >whole"$ending"
        { head -c 900 whole"$ending" && head -c 900 /dev/zero; } >packed/torn.teehistorian"$ending"
    done
    [ -z "$endings" ] || run 1 find --damaged packed
    cp out damaged
    for ending in $endings; do
        run 1 verify packed/torn.teehistorian"$ending"
        sentence=$(sed -n 's/^teetape: packed[^:]*: \(byte [0-9]* of the file: \)/\1/p' err)
        [ -n "$sentence" ] && grep -qF ": $sentence" damaged || wrong "find --damaged does not say '$sentence': $(cat damaged)"
    done
    run 0 find claimed
    [ "$(cat out)" = "$((count + 3)) recordings known: 0 read, $((count + 1)) damaged" ] || wrong "find: $(cat out)"
    run 1 find --damaged claimed
    [ "$(wc -l <out)" -eq $((count + 2)) ] && hides err 'damaged (' || wrong "find --damaged: $(cat out)"
    grep -q '^claimed/truly-empty.demo.xz .*damaged: offset 0: the file is empty$' out || wrong "find --damaged: $(cat out)"
    grep -q '^claimed/deep/half .*(damaged): offset [0-9]*: the file ends inside a record$' out || wrong "find --damaged: $(cat out)"
    run 1 find --damaged --json claimed
    [ "$(grep -c '"state":"damaged","damage":"' out)" -eq $((count + 1)) ] || wrong "find --damaged --json: $(cat out)"
    run 1 find --damaged --no-scan --json claimed/deep
    [ "$(wc -l <out)" -eq "$(find claimed/deep -type f | wc -l)" ] || wrong "find --damaged of a folder: $(cat out)"
    run 1 find --map '*' --json claimed
    says out '"state":"good"'
    says out '"state":"unfinished"'
    # Of the folders that are asked, and of nothing else.
    mkdir fine
    cp "$short" fine
    run 0 find fine
    [ "$(cat out)" = '1 recording known: 1 read' ] || wrong "find of another folder: $(cat out)"
    run 0 find --json fine
    says out '{"files":1,"read":0,'
    run 0 find --map '*' fine
    says err 'note: 1 answer; 1 recording known: nothing new'
    # What is repaired, renamed or gone is damaged no more.
    cp "$short" claimed/truly-empty.demo.xz
    mv claimed/empty.demo claimed/empty
    rm claimed/zeros.demo
    run 1 find --damaged claimed
    [ "$(wc -l <out)" -eq $((count - 1)) ] || wrong "find --damaged after repairs: $(cat out)"
    # A file that is named is a recording or wrong, which is said in every run.
    for round in 1 2; do
        run 0 find other/text.demo
        says err 'not a recording'
    done
    run 0 find -q other
fi

# A span with nothing in it is said; of many files once.
last() {
    "$teetape" info --json "$1" | sed 's/.*"last_tick":\([0-9]*\).*/\1/'
}
for file in "$short" "$demo"; do
    end=$(last "$file")
    # One rule for all verbs: no rows and status 0, or status 2 and no output.
    for table in ticks facts inputs sessions chat; do
        run 0 table $table --from $((end + 1)) "$file"
        [ "$(wc -l <out)" -eq 1 ] || wrong "table $table after the end of $file has rows: $(cat out)"
        says err "note: the recording has nothing in this time: it ends at tick $end ("
    done
    for words in 'cut -o none' 'cut --split 10 -o none' 'video -o none.y4m' 'picture --heat positions -o none.png' 'demo -o none' \
        'demo --as 0 -o none' 'demo --split player -o none/'; do
        case $words in demo*) [ "$file" = "$short" ] || continue ;; esac
        # shellcheck disable=SC2086
        run 2 $words --from $((end + 1)) "$file"
        says err "the recording has nothing in this time: it ends at tick $end ("
        rmdir none 2>/dev/null
        [ -z "$(find . -name 'none*')" ] || wrong "$words after the end of $file leaves $(find . -name 'none*')"
    done
    for command in dump players chat; do
        for form in '' --json; do
            # shellcheck disable=SC2086
            run 0 $command $form --from $((end + 1)) "$file"
            silent out
            says err "the recording has nothing in this time: it ends at tick $end ("
            # shellcheck disable=SC2086
            run 0 $command $form --to 1 "$file"
            says err 'the recording has nothing in this time: it begins at tick '
            # shellcheck disable=SC2086
            run 0 $command $form --from "$end" "$file"
            hides err 'in this time'
        done
        run 0 $command --from 9:00:00 "$file" "$short" "$demo"
        says err 'note: 0 of 3 recordings have what was asked for'
        [ "$(grep -c . err)" -eq 1 ] || wrong "$command of many says: $(cat err)"
    done
done

# Damage after the end of a span is not read. Without an end, and with one after all ticks, everything is read and
# reported, by every verb as by verify.
{
    header 2 ''
    int -2 1000 -8 0 -3 0 32 32
    int -2 1000 5 1 1 # a tee that is not there
    int -2 1000 -9 0 -1
} >late.teehistorian
head -c 300000 "$demo" >late.demo # inside a chunk
issues() { # WORD...: errors and warnings, sorted
    "$teetape" "$@" 2>&1 >out | grep -v ': note: ' | sort
}
number=0
for file in late.teehistorian late.demo "$tree"/fuzz/corpus/teehistorian_reader/* "$tree"/fuzz/corpus/demo/*; do
    number=$((number + 1)) # the first two, and a share of the corpus, which the targets of the fuzzer read whole
    [ $number -le 2 ] || [ $((number % share)) -eq 0 ] || continue
    issues verify "$file" >want
    for verb in 'players' 'inputs' 'dump' 'chat' 'dump --json' 'players --to 2147483648' 'inputs --summary --to 2147483648'; do
        case $verb,$file in inputs*,*demo*) continue ;; esac
        # shellcheck disable=SC2086
        issues $verb "$file" | cmp -s want - || wrong "teetape $verb $file reports $(issues $verb "$file"), not $(cat want)"
    done
done
for verb in players inputs dump chat; do
    run 1 $verb late.teehistorian
    says err ', tick 2002 ('
    run 0 $verb --to 2002 late.teehistorian
    hides err 'offset'
    run 1 $verb --to 2003 late.teehistorian
    says err ', tick 2002 ('
done
run 0 players --to 5 "$tree/fuzz/corpus/teehistorian_reader/odd-last-tick"
hides err 'offset'
run 1 players "$tree/fuzz/corpus/teehistorian_reader/odd-last-tick"
says err 'offset 38'

# Blocks of a disk that were never written are zeros, each three of which are a tee that moves by (0, 0). A run of them
# ends the recording for every verb; fewer than 8 moves are a warning each.
zeros() { # COUNT: a whole recording with this many in a row
    header 2 ''
    int -2 49 -8 0 -3 0 32 32
    head -c "$1" /dev/zero
    int 0 1 1 -2 9 -1
}
offset=$(($(zeros 0 | wc -c) - $(int 0 1 1 -2 9 -1 | wc -c)))
zeros 21 >few.teehistorian
run 0 verify few.teehistorian
says err "offset $offset, tick 51 (0:00:01.02): a tee that moved by (0, 0)"
says out ', 0:00:00.36, errors 0, warnings 7'
says out ': good, '
for count in 24 300000; do # multiples of 3
    zeros $count >run.teehistorian
    for verb in verify info players chat 'dump --json' inputs; do
        run 1 $verb run.teehistorian
        says err "run.teehistorian: offset $offset, tick 50 (0:00:01.00): a run of moves by (0, 0)"
    done
    run 1 verify --json run.teehistorian
    says out '"state":"damaged","good":false,"complete":false,'
    says out '"last_tick":50,"errors":1,"warnings":0,'
    says out "\"TT_ERR_TH_STILL\",\"offset\":$offset,"
    run 1 info --json run.teehistorian
    says out '"last_tick":50,'
    run 1 verify --quiet run.teehistorian
    says out ': damaged, '
    { head -c $((offset + 7)) run.teehistorian && sleep 0.1 && tail -c +$((offset + 8)) run.teehistorian; } |
        "$teetape" verify --json - >out 2>err
    says out "\"TT_ERR_TH_STILL\",\"offset\":$offset,"
    rm -f repaired.teehistorian
    run 0 repair -o repaired.teehistorian run.teehistorian
    says err "left out $((count + $(int 0 1 1 -2 9 -1 | wc -c))) of "
    run 0 verify --strict repaired.teehistorian
done

# A demo that has no full snapshot shows nothing, whatever is asked of it.
demo=$tree/tests/recordings/dm1/client0.demo
"$teetape" cut --from 0:00:10 --to 0:00:11 -o start.demo "$demo" 2>err || wrong "a demo to cut: $(cat err)"
map=$("$teetape" info --json start.demo | sed 's/.*"map_size":\([0-9]*\).*/\1/')
version=$("$teetape" info --json start.demo | sed 's/.*"version":\([0-9]*\).*/\1/')
begin=$((176 + 4 + 256 + map))
[ "$version" -ge 6 ] && begin=$((begin + 48)) # the SHA-256 of the map, and its UUID
head -c $begin start.demo >nothing.demo
for verb in verify info players chat 'dump --json' 'cut --from 0 --to 0:00:01 -o cut.demo' 'repair -o repaired.demo' \
    'picture -o picture.png'; do
    run 1 $verb nothing.demo
    rm -f cut.demo repaired.demo picture.png
done
run 1 verify nothing.demo
says err 'a demo without any full snapshot'

# One cause has one sentence.
head -c 10 few.teehistorian >start.teehistorian
for verb in verify info players; do
    run 1 $verb start.teehistorian
    says err 'offset 0: the first bytes of a recording are cut off'
done
run 1 find --db start.db --damaged start.teehistorian
says out 'offset 0: the first bytes of a recording are cut off'

# Corrupt packed data is the damage, and not what its garbage looks like to the reader: here 4 bytes in the middle.
dm1=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
for file in "$dm1" "$demo"; do
    case $endings in *.xz*) xz -c "$file" >"corrupt.${file##*.}.xz" ;; *) continue ;; esac
    corrupt=corrupt.${file##*.}.xz
    middle=$(($(wc -c <"$corrupt") / 2))
    { head -c $middle "$corrupt" && printf ABCD && tail -c +$((middle + 5)) "$corrupt"; } >hurt && mv hurt "$corrupt"
    for verb in verify 'verify --strict' 'dump --strict' 'table facts -o facts.csv --force'; do
        run 1 $verb "$corrupt"
        head -n 1 err | grep -q "$corrupt: byte [0-9]* of the file: the xz data is corrupt" || wrong "$verb: $(cat err)"
        hides err ', tick '
    done
    run 1 find --db "${file##*.}.db" --damaged "$corrupt"
    grep -q '): byte [0-9]* of the file: the xz data is corrupt$' out || wrong "find: $(cat out)"
done

# An index of corrupt data counts it, whatever its garbage looks like, and so does the next run.
packed=$tree/tests/data/physics/20-feat20.teehistorian.xz
number=0
while [ $number -lt 12 ]; do
    case $endings in *.xz*) ;; *) break ;; esac
    number=$((number + 1))
    middle=$((600 + ($(wc -c <"$packed") - 700) * number / 13))
    { head -c $middle "$packed" && printf 'A%s' $number && tail -c +$((middle + 1 + ${#number} + 1)) "$packed"; } >flipped.teehistorian.xz
    rm -f flipped.teehistorian.xz.ttidx
    for round in 1 2; do
        run 1 index --json flipped.teehistorian.xz
        grep -q '"errors":0' out && wrong "round $round, byte $middle: an index of corrupt data has no error: $(cat out)"
    done
done
exit $bad
