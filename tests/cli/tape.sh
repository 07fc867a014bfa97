#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tape.sh COMMAND SOURCE_DIR [SHARE]
#
# Tapes: every verb reads them, the index inside makes seeks and searches read little, damage costs a block, and
# what this release wrote is read by every later one.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
has_codec tape || skip 'no libzstd in this build'
generate=$(dirname "$teetape")/tests/support/game/gen_teehistorian

"$generate" busy --seed 3 --players 40 --bytes 3M -o a.teehistorian || wrong 'the recording was not made'
tape=a.teehistorian.tape
size_of() {
    wc -c <"$1" | tr -d ' '
}

# Round trips: from a plain file and from every packed one, by name and through pipes.
works pack --format tape a.teehistorian
works unpack $tape -o back
cmp -s back a.teehistorian || wrong 'unpack gives other bytes'
"$teetape" unpack - -o - <$tape 2>err | cmp -s - a.teehistorian || wrong "unpack from stdin: $(cat err)"
works pack --format tape a.teehistorian
says out 'there already'
works pack a.teehistorian -o named.tape
cmp -s named.tape $tape || wrong '-o named.tape is another tape'
"$teetape" pack --format tape -o - - <a.teehistorian >piped 2>err || wrong "pack from stdin: $(cat err)"
works unpack piped -o back --force
cmp -s back a.teehistorian || wrong 'a tape from a pipe gives other bytes'
for ending in xz zst gz; do
    has_codec $ending || continue
    case $ending in gz) gzip -1 <a.teehistorian >packed.gz ;; *) works pack --level 1 a.teehistorian -o packed.$ending ;; esac
    works pack packed.$ending -o of_packed.tape --force
    cmp -s of_packed.tape $tape || wrong "the tape of a .$ending differs"
    rm packed.$ending
done
rm back named.tape piped of_packed.tape
"$teetape" pack --format tape --level 20 a.teehistorian >out 2>err && wrong 'level 20 is taken'
# of a short recording, as level 19 is slow
works pack --format tape "$tutorial" -o usual.tape
works pack --format tape --level 19 "$tutorial" -o small.tape
[ "$(size_of small.tape)" -lt "$(size_of usual.tape)" ] || wrong 'level 19 is no smaller'
rm small.tape usual.tape

# Verbs give what they give of the plain file, by name and from stdin.
works info --quick --json $tape
says out '"format":"teehistorian","packed":"tape"'
for words in 'dump --to 200' 'dump --json --from 2000 --to 2050' 'chat --json' 'players --json' 'inputs --summary --json'; do
    # shellcheck disable=SC2086
    run 0 $words a.teehistorian
    mv out want
    # shellcheck disable=SC2086
    run 0 $words $tape
    same out want "$words of a tape"
    # shellcheck disable=SC2086
    feed 0 $words - <$tape
    same out want "$words of a tape from stdin"
done
run 0 cut --from 2000 --to 2500 a.teehistorian -o want --force
run 0 cut --from 2000 --to 2500 $tape -o part.teehistorian.tape
works unpack part.teehistorian.tape -o part --force
cmp -s part want || wrong 'a part that is cut out of a tape, and written as one, differs'
good part.teehistorian.tape
works verify $tape
says out 'good'
says out 'index good'

# The index is inside, and none is written beside it.
works index --json $tape
says out "\"index\":\"$tape\",\"outcome\":\"up_to_date\""
[ ! -e $tape.ttidx ] || wrong 'an index was written beside a tape'
works index --json part.teehistorian.tape
says out '"outcome":"built"'
works index --force --json $tape
says out '"outcome":"built"'
works verify $tape
says out 'index good'
rm $tape.ttidx part.teehistorian.tape part.teehistorian.tape.ttidx

# What the middle says is not read: seeks, searches and headers work over zeros.
all=$(size_of $tape)
{ head -c 20000 $tape && head -c $((all * 6 / 10 - 20000)) /dev/zero && tail -c $((all - all * 6 / 10)) $tape; } >zeros.teehistorian.tape
last=$("$teetape" index --json $tape | sed 's/.*"last_tick":\([0-9]*\).*/\1/')
run 0 dump --json --from $((last - 20)) $tape
mv out want
run 0 dump --json --from $((last - 20)) zeros.teehistorian.tape
same out want 'a late place, after zeros'
works info --quick --json zeros.teehistorian.tape
if "$teetape" --version | grep -q '^sqlite *[0-9]'; then
    mkdir zeros
    cp zeros.teehistorian.tape zeros
    run 0 find --db plain.db --kind join a.teehistorian --json
    sed 's/"file":"[^"]*"//' out >want
    run 0 find --db zeros.db --kind join zeros --json
    sed 's/"file":"[^"]*"//' out >got
    same got want 'the joins that an index inside has'
fi
run 1 verify zeros.teehistorian.tape
says err 'byte '

# Damage costs its block; a cut tape is good up to its last whole block.
{ head -c $((all / 2)) $tape && printf '\377\000\377\000' && tail -c $((all - all / 2 - 4)) $tape; } >hurt.tape
run 1 verify hurt.tape
says err "hurt.tape: byte "
hides err 'teetape index'
run 0 repair --resync hurt.tape -o repaired.teehistorian --force
good repaired.teehistorian
[ "$(grep -c 'hurt.tape: warning: byte' err)" -eq 1 ] || wrong "damage is reported twice: $(cat err)"
gap=$(sed -n 's/.*left out \([0-9]*\) bytes that cannot be decoded.*/\1/p' err)
[ "${gap:-0}" -gt 0 ] && [ "$gap" -le 270000 ] || wrong "repair lost more than a block: $(cat err)"
head -c $((all / 2)) $tape >short.tape
run 1 verify short.tape
says err 'short.tape: byte '
run 1 dump --json short.tape
head -c "$(size_of out)" out >want
"$teetape" dump --json a.teehistorian 2>none | head -c "$(size_of want)" | cmp -s - want || wrong 'a cut tape gives other records'
run 1 unpack short.tape -o nothing
[ ! -e nothing ] || wrong 'a cut tape was unpacked'
run 1 verify - <short.tape

# What is refused, and why.
fails 2 'does not replace its original' pack --format tape --replace a.teehistorian
fails 2 'does not replace its original' archive --format tape --db none.db .
[ -e a.teehistorian ] || wrong 'a refused tape replaced its original'
cp "$demo" b.demo
fails 2 'this is a demo' pack --format tape b.demo
mkdir mixed
cp b.demo "$short" mixed
run 0 pack --format tape mixed
says err 'this is a demo'
[ "$(names mixed | wc -w)" -eq 3 ] || wrong "a folder with a demo: $(names mixed)"
fails 2 'holds a teehistorian file' cut b.demo --from 0:05 -o c.demo.tape
fails 2 'holds a teehistorian file' table facts a.teehistorian -o c.csv.tape
[ ! -e c.demo.tape ] && [ ! -e c.csv.tape ] || wrong 'a tape of something else'

# An estimate of a single file is what packing gives, and nothing is written.
true >difference
true >after
names . >before
works pack --estimate "$tutorial"
says out '1 of 1 recording'
works pack --estimate --format tape --json a.teehistorian
says out "\"format\":\"tape\",\"level\":3,\"recordings\":1,\"measured\":1,\"left\":0,\"bytes_before\":$(size_of a.teehistorian),\"bytes\":$all,"
says out '"error_percent":0.00'
mkdir many && for i in 1 2 3 4 5 6 7 8 9; do cp "$short" many/$i.teehistorian; done
cp "$tutorial" many/0.teehistorian
works pack --estimate --json many
[ "$(grep -c '"recordings":10,"measured":10' out)" -eq 3 ] || has_codec xz && grep -q '"recordings":10' out || wrong "an estimate of a folder: $(cat out)"
cp "$demo" many
run 0 pack --estimate --format tape --json many
says out '"measured":11,"left":1,'
# What packing leaves unchanged counts with the size that it has.
run 0 pack --estimate --format tape many
grep -q 'unchanged' out || wrong "no column says what remains: $(cat out)"
if has_codec xz; then
    works pack --level 1 "$short" -o one.xz
    works pack --estimate --level 9 --format xz --json one.xz
    says out "\"left\":1,\"bytes_before\":$(size_of one.xz),\"bytes\":$(size_of one.xz),"
    works pack --estimate --level 9 --format xz --json --force one.xz
    says out '"left":0,'
    rm one.xz
fi
fails 2 'writes nothing' pack --estimate -o x a.teehistorian
rm -r many
names . >after
same before after 'an estimate wrote something'

# Killed at any moment: the original is there, and the tape is whole or not there.
# TT_TAPE_KILLS=200 tries more moments.
rounds=${TT_TAPE_KILLS:-12}
mkdir killed
cp a.teehistorian killed/a
i=0
while [ $i -lt $((rounds / share)) ]; do
    rm -f killed/a.tape
    delay=$(((i * 37 + 5) % 400))
    killed_after "0.$(printf %03d "$delay")" "$teetape" pack -q --format tape killed/a >out 2>err
    cmp -s killed/a a.teehistorian || wrong "after $delay ms: another original"
    [ ! -e killed/a.tape ] || cmp -s killed/a.tape $tape || wrong "after $delay ms: half a tape"
    i=$((i + 1))
done
# A process that was killed may hold its file for a moment more.
i=0
while ! "$teetape" pack -q --format tape --force killed/a >out 2>err && [ $i -lt 50 ]; do
    sleep 0.05
    i=$((i + 1))
done
silent err
[ "$(names killed)" = './a ./a.tape ' ] || [ "$(uname -s)" != Linux ] || wrong "after kills: $(names killed)"

# Tapes of earlier releases: 0.3.0.
while read -r sum name; do
    [ $name = odd.tape ] || works verify "$tree/tests/data/tape/$name"
    "$teetape" unpack "$tree/tests/data/tape/$name" -o - 2>err | sha256sum | grep -q "^$sum" || wrong "$name: another recording: $(cat err)"
done <"$tree/tests/data/tape/sums"
exit $bad
