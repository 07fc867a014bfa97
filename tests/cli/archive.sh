#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: archive.sh COMMAND SOURCE_DIR
#
# Three nights of an archive: what is new is packed, indexed and scanned, damage is reported once, and what a server
# writes or crashed in is left alone.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
need xz
has_codec xz || skip 'no liblzma in this build'
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
export TEETAPE_DB="$folder/db"

mkdir -p archive/deep
cp "$tutorial" archive/tutorial.teehistorian
cp "$demo" archive/deep/round.demo
head -c 60000 "$tutorial" >archive/deep/hit.teehistorian
printf '\177\377\377' >>archive/deep/hit.teehistorian
{ header 2 '' && int -2 49 -8 0 -3 0 32 32 -2 99; } >archive/crashed.teehistorian
echo 'no recording' >archive/README
cp -R archive first

# What would be done: nothing is written.
run 0 archive --dry-run archive
says out 'tutorial.teehistorian: to pack'
says out 'crashed.teehistorian: to index'
says out 'hit.teehistorian: to index'
hides out README
diff -r archive first >/dev/null || wrong '--dry-run writes'
run 0 archive --dry-run --max-size 1K archive
says err 'there is no database yet'
[ ! -e db ] || wrong '--dry-run makes a database'

# The first night. The damage is new.
run 1 archive archive
says out 'tutorial.teehistorian: packed'
says out 'hit.teehistorian: indexed'
says err 'hit.teehistorian: damaged: offset '
says err '1 recording without an end left unchanged'
ls archive archive/deep >listed
for file in tutorial.teehistorian.xz round.demo.xz crashed.teehistorian hit.teehistorian; do
    grep -qx "$file" listed && grep -qx "$file.ttidx" listed || wrong "after the night $file or its index is missing"
done
xz -dc archive/tutorial.teehistorian.xz | cmp -s - "$tutorial" || wrong 'the packed recording is another one'
cmp -s archive/deep/hit.teehistorian first/deep/hit.teehistorian || wrong 'a damaged recording was changed'
if has_codec tape; then
    works pack --format tape "$tutorial" -o archive/second.teehistorian.tape
fi
run 0 archive --dry-run archive
hides out ': to '
rm -f archive/second.teehistorian.tape
[ "$("$teetape" find --no-scan --count 2>err)" = 4 ] || wrong "the database: $(cat err)"

# The second night, without news: nothing is written or said.
find archive -type f -exec cksum {} + | LC_ALL=C sort >before
run 0 archive --quiet archive
[ ! -s out ] && [ ! -s err ] || wrong "a night without news says: $(cat out err)"
find archive -type f -exec cksum {} + | LC_ALL=C sort | cmp -s - before || wrong 'a night without news writes'

# The third night: a new recording, and new damage. Files that were packed are not read by the scan.
{ header 2 ',"version_minor":"8"' && int -2 49 -8 0 -3 0 32 32 -2 99 -1; } >archive/new.teehistorian
: >archive/empty.teehistorian
run 1 archive --json --unfinished archive
says out '"file":"archive/new.teehistorian","result":"packed","output":"archive/new.teehistorian.xz"'
says out '"damaged":2,"damaged_now":1'
grep -q '^{"files":' out || wrong "the scan in JSON: $(cat out)"
says err 'empty.teehistorian: damaged: '
hides err hit.teehistorian
[ -e archive/crashed.teehistorian.xz ] || [ -e archive/crashed.teehistorian ] || wrong 'a recording is gone'

# A packed file that is replaced by another recording gets its work anew.
sleep 1
xz -zc "$recordings"/dm1/*.teehistorian >archive/tutorial.teehistorian.xz
run 0 archive archive
[ "$("$teetape" find --no-scan --map dm1 --count archive 2>err)" -ge 1 ] || wrong "the new recording: $(cat err)"

# Retention: the first time asks, a finish is kept, and so is what the database knows. Files of now are not old.
run 0 archive --keep-days 30 archive
hides err removed
touch -t 202001010000 archive/*.xz archive/deep/*.xz
find archive -type f | LC_ALL=C sort >before
run 0 archive --keep-days 30 --dry-run archive
find archive -type f | LC_ALL=C sort | cmp -s - before || wrong '--dry-run removes files'
run 2 archive --keep-days 30 archive
says err 'would be removed; the first time this needs --yes'
says out 'to remove'
find archive -type f | LC_ALL=C sort | cmp -s - before || wrong 'recordings are removed without --yes'
known=$("$teetape" find --no-scan --count archive 2>err)
run 0 archive --json archive
files=$(key files)
run 0 archive --keep-days 30 --yes archive
gone=$(grep -c ': removed' out)
says out 'new.teehistorian.xz: removed'
[ ! -e archive/new.teehistorian.xz ] && [ ! -e archive/new.teehistorian.xz.ttidx ] || wrong 'an old recording is there'
[ -e archive/crashed.teehistorian ] || [ -e archive/crashed.teehistorian.xz ] || wrong 'a recording without an end is gone'
[ -e archive/deep/hit.teehistorian ] && [ -e archive/empty.teehistorian ] || wrong 'a damaged recording is gone'
"$teetape" find --no-scan --finish --files archive >kept 2>err
while read -r file; do
    [ -e "$file" ] || wrong "a recording with a finish is gone: $file"
done <kept
"$teetape" find -q --count archive >out 2>err
[ "$(cat out)" = "$known" ] || wrong "the database knew $known recordings, and knows now: $(cat out)"
# The counts are those of the folder, without what was removed.
run 0 archive --json archive
[ "$gone" -gt 0 ] && [ "$(key files)" = $((files - gone)) ] || wrong "$gone of $files recordings are removed: $(cat out)"
says err "$((files - gone)) files: 0 packed"
"$teetape" find --no-scan --finish archive/new.teehistorian.xz >out 2>err
hides err 'has no recording of these folders'
# Answers of what is gone say so, and no list of files has it.
"$teetape" find -q --json archive/new.teehistorian.xz --format teehistorian --no-scan >out 2>err
grep -q '"damaged":false.*"removed":"20[-0-9T:.]*+0000"' out || wrong "a removed recording in JSON: $(cat out)"
"$teetape" find -q --wide archive/new.teehistorian.xz --format teehistorian --no-scan >out 2>err
says out "; removed on $(date -u +%Y-)"
for words in --files --commands=demo; do
    "$teetape" find "$words" archive/new.teehistorian.xz --format teehistorian --no-scan >out 2>err
    [ ! -s out ] || wrong "find $words of a removed recording: $(cat out)"
    says err '1 answer is left out: archive has removed the recording from the disk'
done
"$teetape" find -q --json archive --format teehistorian --no-scan >out 2>err
grep -v '"removed"' out | sed 's/^{"file":"\([^"]*\)".*/\1/' | while read -r file; do
    [ -e "$file" ] || echo "$file"
done >gone
[ ! -s gone ] || wrong "removed, and not marked: $(cat gone)"
# What is put back counts again.
run 0 archive --max-size 1K archive
says err 'more than --max-size'
{ header 2 ',"version_minor":"8"' && int -2 49 -8 0 -3 0 32 32 -2 99 -1; } | xz >archive/new.teehistorian.xz
run 0 archive archive
run 0 archive --max-size 1 --quiet archive
[ "$(sed 's/, [0-9,]* bytes//; s/^\/z\//\//' out)" = "$(pwd)/archive/new.teehistorian.xz: removed" ] || wrong "--quiet names what was removed: $(cat out)"
says err 'more than --max-size'
[ ! -e archive/new.teehistorian.xz ] || wrong 'a recording that was put back is not removed again'

# A packed file with other contents is not replaced.
dm1=$(echo "$recordings"/dm1/*.teehistorian)
mkdir taken
cp "$dm1" taken/a.teehistorian
run 0 archive --db taken.db taken
cp "$short" taken/a.teehistorian
run 3 archive --db taken.db taken
says err 'taken/a.teehistorian.xz: exists already, and its contents differ from this recording; move it or taken/a.teehistorian away: teetape verify says which is good'
cmp -s "$short" taken/a.teehistorian && xz -dc taken/a.teehistorian.xz | cmp -s - "$dm1" || wrong 'two recordings of one name: one is lost'

# A damaged recording that is replaced by a good copy is one that was not seen before.
mkdir restored good
gzip -c "$tutorial" >good/t.teehistorian.gz
xz -c "$dm1" >good/d.teehistorian.xz
for file in t.teehistorian.gz d.teehistorian.xz; do
    cp good/$file restored/$file
    printf 'overwritten' | dd of=restored/$file bs=1 seek=$(($(wc -c <good/$file) / 2)) conv=notrunc 2>/dev/null
done
run 1 archive --db restored.db restored
run 0 archive --db restored.db restored
sleep 1
cp -p good/* restored
run 0 archive --db restored.db restored
[ -e restored/t.teehistorian.xz ] || wrong "what was restored is not packed: $(ls restored)"
run 0 verify restored
hides out stale
hides out damaged

run 2 archive
says err 'which folder?'
run 2 archive --max-size 1x archive
run 2 archive --yes archive
run 2 archive -
run 2 archive --format gz archive
says err 'teetape: --format is xz or zst'
run 2 archive --level 10 archive
run 3 archive nowhere
[ "$(grep -c nowhere err)" -eq 1 ] || wrong "a folder that is not there is reported twice: $(cat err)"
run 3 archive nowhere archive
[ "$(grep -c nowhere err)" -eq 1 ] || wrong "a folder that is not there is reported twice: $(cat err)"
says out 'recordings known'

[ -z "${TT_WINDOWS:-}" ] || exit $bad # links, mounts, and names of any bytes

# A recording that does not fit on the disk keeps no other from being packed, and the next night has the room that
# these freed. Nothing that is of no use remains on the disk.
cat >on_small_disk <<'END'
mount -t tmpfs -o size=$4k none disk || exit 77
cp "$2" disk/large.teehistorian && cp "$3" disk/early.teehistorian && cp "$3" disk/late.teehistorian || exit 78
for night in 1 2; do
    "$1" archive --jobs 1 --db small.db disk >out$night 2>err$night
    echo $? $(ls -A disk | grep -v ttidx) >>state
    ls disk/*.ttidx >index$night
done
"$1" archive --quiet --db small.db disk >>state 2>&1
END
mkdir disk
unshare -rm sh on_small_disk "$teetape" "$tutorial" "$dm1" $((($(wc -c <"$tutorial") + 2 * $(wc -c <"$dm1")) / 1024 + 30))
case $? in
0)
    [ "$(cat state)" = "3 early.teehistorian.xz large.teehistorian late.teehistorian.xz
0 early.teehistorian.xz large.teehistorian.xz late.teehistorian.xz" ] || wrong "on a full disk: $(cat state out1 err1)"
    [ "$(cat err1)" = 'teetape: disk/large.teehistorian.xz: cannot be written: No space left on device' ] || wrong "on a full disk: $(cat err1)"
    says out1 '3 recordings known: 3 read'
    says out1 '3 files: 2 packed, 1 failed'
    hides index1 large
    ;;
*) echo 'note: no small disk could be mounted' ;;
esac

# A link in a folder is left alone, and gets no index, which would be of no use when its target is packed.
mkdir links
cp "$short" links/target.teehistorian
ln -s target.teehistorian links/link.teehistorian
run 0 archive --dry-run links
hides out link.teehistorian
run 0 archive --db links.db links
says err 'links/link.teehistorian: note: is a link: left unchanged'
[ ! -e links/link.teehistorian.ttidx ] && [ -e links/target.teehistorian.xz ] || wrong "a link in a folder: $(ls -A links)"
run 0 archive --db links.db links

# A limit is one of the disk: links and second names of a file add nothing to what is there.
mkdir sizes
cp "$recordings/dm1/client0.demo" sizes/x.demo
cp "$short" sizes/y.teehistorian
run 0 archive --db sizes.db sizes
all=$(cat sizes/*.xz | wc -c)
ln -s x.demo.xz sizes/latest.demo.xz
ln sizes/x.demo.xz sizes/again.demo.xz
run 0 archive --db sizes.db sizes
run 0 archive --db sizes.db --max-size $all --dry-run sizes
hides out 'to remove'
run 0 archive --db sizes.db --max-size $((all - 1)) --dry-run sizes
says out 'to remove'
hides out latest

# Names that are no UTF-8 differ in their bytes alone.
number=0
for byte in '\376' '\377'; do
    # shellcheck disable=SC2059
    named=raw/n$(printf "$byte")
    mkdir -p "$named" 2>/dev/null || break
    number=$((number + 1))
    { header 2 ",\"version_minor\":\"8\",\"game_uuid\":\"00000000-0000-4000-8000-00000000000$number\"" &&
        int -2 49 -8 0 -3 0 32 32 -2 99 -1; } | xz >"$named/a.teehistorian.xz"
    touch -t 202001010000 "$named/a.teehistorian.xz"
done
if [ "$(ls raw 2>/dev/null | wc -l)" -eq 2 ]; then
    one=raw/n$(printf '\376') other=raw/n$(printf '\377')
    run 0 archive --db raw.db raw
    touch -t 202001010000 "$one"/* "$other"/*
    run 0 archive --db raw.db raw
    [ "$("$teetape" find -q --db raw.db --no-scan --format teehistorian --count "$one")" = 1 ] || wrong 'find has recordings of another folder'
    run 0 archive --db raw.db --keep-days 30 --yes "$one"
    [ ! -e "$one/a.teehistorian.xz" ] && [ -e "$other/a.teehistorian.xz" ] || wrong "an archive removes what is in another folder: $(ls "$one" "$other")"
fi

# What cannot be removed is a failure, and not recorded as removed.
cat >on_read_only_disk <<'END'
mount --bind sizes sizes && mount -o remount,bind,ro sizes || exit 77
"$1" archive --db sizes.db --max-size 1 --yes sizes >out 2>err
echo $? >state
END
unshare -rm sh on_read_only_disk "$teetape"
case $? in
0)
    [ "$(cat state)" = 3 ] || wrong "on a disk that is only read: status $(cat state), $(cat err)"
    says err 'x.demo.xz: cannot be removed: Read-only file system'
    hides err 'more than --max-size'
    "$teetape" find --no-scan --db sizes.db --format demo --wide sizes >out 2>err
    hides out removed
    run 2 archive --db sizes.db --max-size 1 sizes
    says err 'the first time this needs --yes'
    ;;
*) echo 'note: nothing could be mounted to be read alone' ;;
esac
exit $bad
