#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: pack.sh COMMAND SOURCE_DIR
#
# pack and unpack: the usual tools read what is packed, nothing is lost whatever goes wrong, and nothing half
# is under a final name.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
need xz zstd gzip
has_codec xz || skip 'no liblzma in this build'

# A recording of 1.3 MB that do not repeat themselves: three blocks. They are payloads of an extension.
cat "$tutorial" "$recordings"/dm1/*.teehistorian "$demo" "$recordings"/gold-mine-07/* "$recordings"/dm1/*.pcapng >payload
split -b 50000 payload payload.
header 2 '' >first
for part in payload.*; do
    ex 11111111-2222-3333-8444-555555555555 <"$part"
done >records
int -1 >last
cat first records last >a
rm payload payload.*

# Round trips with the usual tools.
for line in 'xz xz' 'zst zstd'; do
    ending=${line% *}
    tool=${line#* }
    works pack --format $ending a
    $tool -q -t a.$ending || wrong "$tool -t"
    $tool -dc a.$ending | cmp -s - a || wrong "$tool -dc gives something else"
    works unpack a.$ending -o back
    cmp -s back a || wrong "unpack of a.$ending"
    rm back
    "$teetape" pack --format $ending - -o - <a 2>err | cmp -s - a.$ending || wrong "pack through pipes: $(cat err)"
    "$teetape" unpack - -o - <a.$ending 2>err | cmp -s - a || wrong "unpack through pipes: $(cat err)"
    for jobs in 1 2 3; do
        works pack --format $ending -j $jobs a -o other
        cmp -s other a.$ending || wrong "pack -j $jobs gives something else"
        rm other
    done
done
xz --robot --list a.xz | grep -q '^file.1.3' || wrong "a.xz has not 3 blocks: $(xz --robot --list a.xz)"
xz -0 -kc a >single.xz
for file in "$tree"/tests/recordings/*/*.teehistorian "$tree"/tests/recordings/*/*.demo; do
    works pack --quiet "$file" -o small.xz
    [ ! -s out ] || wrong '--quiet says something'
    [ "$(wc -c <small.xz)" -le "$(xz -0c "$file" | wc -c)" ] || wrong "$file: larger than xz -0 makes it"
    works pack --level 1 --force "$file" -o small.xz
    rm small.xz
done
# By the name of the output, or as it is said.
works pack a -o b.zst
cmp -s a.zst b.zst || wrong '-o b.zst is no zst'
works pack --format xz a -o c.zst
cmp -s a.xz c.zst || wrong '--format xz -o c.zst is no xz'
works pack "$demo" -o d.xz
xz -dc d.xz | cmp -s - "$demo" || wrong 'a demo'
rm b.zst c.zst d.xz

# The original remains, and with --replace it goes; time and rights are kept.
mkdir place
cp a place/a.teehistorian
chmod 640 place/a.teehistorian
touch -d '2020-01-02 03:04:05' place/a.teehistorian
works pack place/a.teehistorian
[ "$(names place)" = './a.teehistorian ./a.teehistorian.xz ' ] || wrong "pack left $(names place)"
[ "$(stat -c '%a %Y' place/a.teehistorian)" = "$(stat -c '%a %Y' place/a.teehistorian.xz)" ] || wrong 'time or rights are lost'
works pack place # it is done already
[ "$(grep -c already out)" -eq 2 ] || wrong "packing again: $(cat out)"
touch place/a.teehistorian
fails 2 'place/a.teehistorian.xz: .*exists.*--force' pack place/a.teehistorian
cp "$short" place/a.teehistorian # no longer equal
fails 2 'place/a.teehistorian.xz: .*exists.*--force' pack --replace place/a.teehistorian
cmp -s place/a.teehistorian "$short" || wrong 'the original is gone, though the output is another recording'
cp a place/a.teehistorian
works pack --replace --force place/a.teehistorian
[ "$(names place)" = './a.teehistorian.xz ' ] || wrong "pack --replace left $(names place)"
works unpack --replace place
[ "$(names place)" = './a.teehistorian ' ] && cmp -s a place/a.teehistorian || wrong "unpack --replace left $(names place)"
# What is not seekable is packed again, in its place.
for tool in xz gzip zstd; do
    rm -rf place && mkdir place
    cp a place/a
    $tool -q -1 place/a
    rm -f place/a
    before=$(names place)
    [ $tool != xz ] || fails 2 '--replace replaces it' pack "place/a.xz"
    [ $tool != zstd ] || fails 2 '--replace replaces it' pack --format zst "place/a.zst"
    cp place/a.* kept
    works pack --replace place
    [ "$(names place)" = './a.xz ' ] && cmp -s place/a.xz a.xz || wrong "packing $before again gave $(names place)"
    works pack --replace --json place
    grep -q '^{"file":"place/a.xz","result":"already","format":"xz",' out || wrong "packed already: $(cat out)"
    rm kept
done
works pack --format zst --replace place
[ "$(names place)" = './a.zst ' ] || wrong "--format zst gave $(names place)"
works pack --replace place
[ "$(names place)" = './a.zst ' ] || wrong "what can be sought in was not left alone: $(names place)"
works pack --json --force --replace place
[ "$(names place)" = './a.xz ' ] || wrong "--force gave $(names place)"
grep -q '^{"file":"place/a.zst","result":"done","output":"place/a.xz","format":"xz","bytes_before":[0-9]*,"bytes_stored":[0-9]*,"bytes":[0-9]*,"blocks":3,"index_removed":false,"ratio":[0-9.]*}$' out ||
    wrong "--json: $(cat out)"

# Folders: what is no recording is passed over, and remains.
mkdir -p many/inner
cp "$short" many/one
cp a many/inner/two
gzip -c a >many/three.gz
echo 'somebody wrote this' >many/README
gzip -c many/README >many/README.gz
works pack --replace -j 2 many
[ "$(names many)" = './README ./README.gz ./inner/two.xz ./one.xz ./three.xz ' ] || wrong "a folder gave $(names many)"
works unpack --replace many
[ "$(names many)" = './README ./README.gz ./inner/two ./one ./three ' ] || wrong "a folder gave $(names many)"
cmp -s many/inner/two a && cmp -s many/three a && cmp -s many/one "$short" || wrong 'a folder: other bytes'

# Copies in a folder: sub folders remain, a bad file costs nothing but itself, and a later run adds what is new.
head -c 300000 single.xz >many/inner/bad.xz
rm -r many/README.gz
names many >before
fails 1 'many/inner/bad.xz: byte 300000 of the file: ' pack --level 1 -j 2 -o copy/ many
[ "$(names copy)" = './inner/two.xz ./one.xz ./three.xz ' ] || wrong "copies of a folder: $(names copy)"
works unpack copy -o back/
cmp -s back/inner/two a && cmp -s back/one "$short" || wrong 'copies of a folder: other bytes'
rm many/inner/bad.xz copy/one.xz
works pack --level 1 -o copy many/
says out 'many/inner/two -> copy/inner/two.xz: there already'
says out 'many/one -> copy/one.xz: '
run 0 pack --level 1 --json -o copy many
[ "$(grep -c '"result":"already"' out)" -eq 3 ] || wrong "copies that are there: $(cat out)"
cp "$short" many/inner/two
touch -t 202001010000 many/inner/two
fails 2 'copy/inner/two.xz: cannot be written: File exists; --force replaces it' pack -o copy many
fails 2 'left out: another recording of this run' pack -o other/ many/one back/one
works pack --force -o copy many/inner/two a
[ "$(names copy)" = './a.xz ./inner/two.xz ./one.xz ./three.xz ./two.xz ' ] || wrong "copies of files: $(names copy)"
if [ "$(uname -s)" = Linux ]; then
    exec 7>>many/one
    run 0 pack many/one -o used.xz
    says err 'many/one: note: another program has it open for writing'
    fails 3 'open for writing: left unchanged' pack many/one -o late/
    [ ! -e late/one.xz ] || wrong 'a recording in use was copied'
    exec 7>&-
fi
rm -rf copy back other late used.xz

# Wrong usage.
fails 2 'for several recordings, -o needs a folder' pack a "$short" -o x
fails 2 'for a folder of recordings, -o needs a folder too' pack many -o x
fails 2 'stdin has no name' pack - -o copies/ <a
fails 2 'stdin needs -o' pack - <a
fails 2 'needs -o' unpack - <a.xz
cp a.xz nameless
fails 2 'no ending' unpack nameless
fails 2 'xz, zst or tape' pack --format gz a
fails 2 'is not seekable' pack a -o x.gz
fails 2 'at most 9' pack --level 10 a
fails 2 'stdout' pack --replace a -o -
fails 2 'stdout' pack --json a -o -
ln -s a.xz link
fails 2 'a link' unpack --replace link -o x
[ -L link ] && [ -f a.xz ] || wrong 'a link is gone'
fails 1 'neither' pack many/README
fails 3 'cannot be opened' pack missing
fails 3 '' pack a -o missing/x.xz

# Damage of an .xz shows in a record first. verify names the packed data, too.
works pack "$tutorial" -o whole.xz
size=$(wc -c <whole.xz)
{ head -c $((size / 2)) whole.xz && printf '\377\0\377\0' && tail -c $((size - size / 2 - 4)) whole.xz; } >hurt.xz
run 1 verify hurt.xz
grep -q 'hurt.xz: byte [0-9]* of the file: the xz data is corrupt' err || wrong "damage of an .xz: $(cat err)"
rm whole.xz hurt.xz

# Damaged: the original remains, and there is no output.
head -c 300000 single.xz >cut.xz
fails 1 'byte 300000 of the file: .*cut off' unpack cut.xz
fails 1 'cut off' pack --replace cut.xz
[ ! -e cut ] && [ "$(wc -c <cut.xz)" -eq 300000 ] || wrong 'a damaged file was touched'

# A full disk, real or not.
if [ -c /dev/full ]; then
    fails 3 'No space left' pack a -o /dev/full
    "$teetape" unpack a.xz -o - >/dev/full 2>err
    [ $? -eq 3 ] && grep -q 'No space left' err || wrong "unpack to a full device: $(cat err)"
fi
cat >on_small_disk <<'END'
mount -t tmpfs -o size=$3k none small || exit 77
cp "$2" small/a && cp "$2.xz" small/b.xz || exit 78
"$1" pack --replace small/a >out 2>err
echo $? $(ls -A small) >state
cmp "$2" small/a >>state
"$1" unpack --replace small/b.xz >>out 2>>err
echo $? $(ls -A small) >>state
cmp "$2.xz" small/b.xz >>state
exit 0
END
# Outputs that do not fit are reported together, and none keeps the others.
cat >two_too_large <<'END'
mount -t tmpfs -o size=$4k none small || exit 77
cp "$2" small/a && cp "$2" small/b && cp "$3" small/c || exit 78
"$1" pack --jobs 1 -q --replace small 2>err
echo $? $(ls -A small)
END
mkdir small
rooms=$((($(wc -c <"$tutorial") * 2 + $(wc -c <"$short")) / 1024 + 20))
if unshare -rm sh two_too_large "$teetape" "$tutorial" "$short" $rooms >state; then
    [ "$(cat state)" = '3 a b c.xz' ] || wrong "two that do not fit: $(cat state err)"
    [ "$(grep -c 'No space left' err)" -eq 1 ] && grep -q '^teetape: 2 outputs do not fit on the disk$' err || wrong "two that do not fit: $(cat err)"
fi
disk=$((($(wc -c <a) + $(wc -c <a.xz)) / 1024 + 150))
unshare -rm sh on_small_disk "$teetape" a $disk
case $? in
0)
    [ "$(cat state)" = "3 a b.xz
3 a b.xz" ] && [ ! -s out ] || wrong "on a full disk: $(cat state out)"
    [ "$(grep -c 'cannot be written: No space left on device' err)" -eq 2 ] || wrong "a full disk is not told: $(cat err)"
    ;;
*) echo 'note: no small disk could be mounted' ;;
esac

# The index of what is replaced is of no use any more; what only has that name is not ours.
mkdir indexed
cp "$short" indexed/a
cp "$short" indexed/b
echo mine >indexed/b.ttidx
works index indexed/a
works pack indexed/a
[ -f indexed/a.ttidx ] || wrong 'the index of a file that remains is gone'
rm indexed/a.xz
"$teetape" pack --json --replace indexed >out 2>err || wrong "pack --replace beside an index: status $?: $(cat err)"
[ "$(names indexed)" = './a.xz ./b.ttidx ./b.xz ' ] || wrong "pack --replace beside an index leaves $(names indexed)"
[ "$(grep -c '"index_removed":true' out)" -eq 1 ] && grep -q 'teetape index makes a new one' err || wrong "a removed index is not told: $(cat out err)"
works index indexed/a.xz
"$teetape" unpack -q --replace indexed/a.xz && [ "$(names indexed)" = './a ./b.ttidx ./b.xz ' ] || wrong "unpack --replace beside an index leaves $(names indexed)"

# A file with two names: the other one keeps what it had.
mkdir linked
cp "$short" linked/one
ln linked/one linked/two
works pack --replace linked/one
[ "$(names linked)" = './one.xz ./two ' ] && cmp -s "$short" linked/two || wrong "pack --replace of a hard link: $(names linked)"
xz -0 -kc "$short" >linked/three.xz
cp linked/three.xz want
ln linked/three.xz linked/four.xz
works pack --force --replace linked/three.xz
cmp -s want linked/four.xz && xz -dc linked/three.xz | cmp -s - "$short" || wrong 'pack --replace changes the other name of a file'
# A folder with one of them after the other: each is packed for itself.
ln linked/two linked/five
works pack --replace linked
[ "$(names linked)" = './five.xz ./four.xz ./one.xz ./three.xz ./two.xz ' ] || wrong "a folder with hard links: $(names linked)"

# One that cannot be packed does not keep the others.
mkdir mixed
cp "$short" mixed/a
xz -0c "$tutorial" | head -c 30000 >mixed/b.xz
cp "$tutorial" mixed/c
fails 1 'mixed/b.xz: byte .*cut off' pack --replace mixed
[ "$(names mixed)" = './a.xz ./b.xz ./c.xz ' ] || wrong "a folder with a damaged file: $(names mixed)"

# The user ends it, or the system does.
mkdir ended
cat first records records records records records records records records records records records records last >ended/large
for signal in INT TERM HUP; do
    timeout --preserve-status -s $signal 0.4 "$teetape" pack --level 9 --replace ended >out 2>err
    status=$?
    [ $status -eq 130 ] || [ $status -eq 143 ] || [ $status -eq 129 ] || wrong "SIG$signal: status $status: $(cat err)"
    [ "$(names ended)" = './large ' ] || wrong "SIG$signal left $(names ended)"
done
# The totals count recordings, not their indexes.
cp "$short" ended/next.teehistorian
works index -q ended/next.teehistorian
timeout --preserve-status -s INT 0.4 "$teetape" pack --jobs 1 --level 9 --replace ended >out 2>err
[ "$(tail -n 1 out)" = '2 files: 0 packed, 2 not reached' ] || wrong "totals of an interrupted run: $(cat out err)"
rm ended/next.*
# Where it is ignored, as nohup does it, the work goes on. (timeout would not hand that down.)
(trap '' HUP && exec "$teetape" pack --level 1 -q ended/large -o nohup.xz) &
child=$!
sleep 0.3
kill -HUP $child 2>/dev/null || echo 'note: the work was done before SIGHUP came'
wait $child
[ $? -eq 0 ] && [ -s nohup.xz ] || wrong 'SIGHUP that is ignored ends the work'
killed_after 0.4 "$teetape" pack --level 9 --replace ended >out 2>err
[ -f ended/large ] && [ ! -e ended/large.xz ] || wrong "SIGKILL left $(names ended)"
# What that leaves is taken for nothing by others.
[ "$("$teetape" verify -r --quiet ended 2>&1 | wc -l)" -eq 0 ] || wrong "a temporary file is looked at: $(names ended)"
exit $bad
