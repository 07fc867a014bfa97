#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: recording_ids.sh COMMAND SOURCE_DIR
#
# The id of a recording joins tables, names files and finds what is there twice. So it has to be another one for another recording, and the same
# for the same, however it is read, and while it grows.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"

id() { # FILE: its id
    "$teetape" table recordings -q -c recording --to 0 - <"$1" 2>/dev/null | tr -d '\r' | sed 1d
}
none=00000000-0000-0000-0000-000000000000

# Two views of one game that begin in the same second: equal headers, different demos.
teehistorian=$(echo "$recordings"/dm1/*.teehistorian)
works demo -q --as 0 -o view0.demo "$teehistorian"
works demo -q --as 1 -o view1.demo "$teehistorian"
head -c 484 view0.demo | dd of=view1.demo conv=notrunc bs=484 2>/dev/null
# A header without game_uuid is named by its text.
for map in one two; do
    { header 2 ",\"map_name\":\"$map\"" && int -9 0 && text left && int -1; } >$map.teehistorian
done
for pair in 'view0.demo view1.demo' 'one.teehistorian two.teehistorian'; do
    set -- $pair
    [ -n "$(id "$1")" ] && [ "$(id "$1")" != "$(id "$2")" ] && [ "$(id "$1")" != $none ] || wrong "$pair: ids $(id "$1") $(id "$2")"
    run 0 table facts -q --partition day -o "days-$1/" "$1" "$2"
    [ "$(find "days-$1" -type f | wc -l)" -eq 2 ] || wrong "--partition leaves one of $pair out: $(cat err)"
    run 0 table facts -o facts.csv --force "$1" "$2"
    hides err 'the same recording'
done

# The same by every way, and as long as it grows from its first keyframe on.
cp "$demo" grown.demo
named=$(id "$demo")
for packed in xz gz zst; do
    "$teetape" pack --format $packed -q grown.demo >/dev/null 2>&1 || continue
    [ "$(id grown.demo.$packed)" = "$named" ] || wrong ".$packed: another id"
    "$teetape" table facts -q grown.demo.$packed 2>/dev/null | cmp -s - facts.of_it 2>/dev/null || {
        "$teetape" table facts -q "$demo" >facts.of_it
        "$teetape" table facts -q grown.demo.$packed | cmp -s - facts.of_it || wrong ".$packed: other facts"
    }
done
run 0 table ticks -q -c recording,tick --from 2000 -o late.csv "$demo"
[ "$(sed 1d late.csv | cut -d , -f 1 | sort -u)" = "$named" ] || wrong 'a span has another id'
"$teetape" index -q grown.demo && run 0 table ticks -q -c recording,tick --from 2000 -o index.csv grown.demo && same late.csv index.csv 'with an index'
size=$(wc -c <"$demo")
for part in 2000 7000 9000 20000 $((size / 2)) $((size - 1)); do
    head -c $part "$demo" >part.demo
    case $(id part.demo) in
    "$none") [ $part -lt 9000 ] || wrong "$part bytes: no id" ;;
    "$named") [ $part -gt 2000 ] || wrong "$part bytes: an id without a keyframe" ;;
    *) wrong "$part bytes: another id" ;;
    esac
done

# Every cut is another recording, and says of which; a copy and a repaired one are not.
cuts=0
while read -r options; do
    cuts=$((cuts + 1))
    # shellcheck disable=SC2086
    works cut -q $options -o cut$cuts.demo "$demo"
done <<END
--to 1000
--to 1100
--from 1000
--hide 0
--hide 1
--hide 0 --to 1000
--player 0
--drop-chat
--rename dummy0=somebody
END
run 0 table recordings -q -c recording,cut_of -o ids.csv cut*.demo
[ "$(sed 1d ids.csv | cut -d , -f 1 | sort -u | wc -l)" -eq $cuts ] || wrong "cuts with one id: $(cat ids.csv)"
[ "$(sed 1d ids.csv | cut -d , -f 2 | tr -d '\r' | sort -u)" = "$named" ] || wrong "cuts of another one: $(cat ids.csv)"
! grep -q "^$named" ids.csv || wrong 'a cut has the id of its original'
works cut -q -o copy.demo "$demo"
run 0 repair -q -o repaired.demo "$demo"
works cut -q --to 1000 -o again.demo cut2.demo
run 0 repair -q -o repaired_cut.demo cut1.demo
[ "$(id copy.demo)" = "$named" ] && [ "$(id repaired.demo)" = "$named" ] || wrong 'a copy has another id'
same again.demo cut1.demo 'a cut of a cut'
[ "$(id repaired_cut.demo)" = "$(id cut1.demo)" ] || wrong 'a repaired cut has another id'

# A demo and the teehistorian file of the same game: equal starts.
run 0 table recordings -q -c game_start_text,map_name -o start.csv "$demo" "$teehistorian" cut3.demo
[ "$(sed 1d start.csv | sort -u | wc -l)" -eq 1 ] && grep -q '^20..-..-..T..:..:..,dm1' start.csv || wrong "starts: $(cat start.csv)"
exit $bad
