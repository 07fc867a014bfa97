#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: pack_replace.sh COMMAND SOURCE_DIR
#
# What pack --replace and unpack --replace take away: whole recordings that nobody writes, once, and what a run that
# was interrupted has left to do.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
need xz gzip
has_codec xz && has_codec gz || skip 'no liblzma or no zlib in this build'

# A recording without its end is not replaced unasked, and the end of the run counts such ones.
finished=$(($(wc -c <"$short") - 1))
make_unfinished() {
    rm -rf live && mkdir live
    head -c $finished "$short" >live/a.teehistorian
    { head -c 152 "$demo" && head -c 4 /dev/zero && tail -c +157 "$demo"; } >live/b.demo
    cp "$short" live/c.teehistorian
    cp live/a.teehistorian live/d.teehistorian && gzip live/d.teehistorian
}
make_unfinished
run 0 verify live/b.demo
says out 'no length in the header'
for more in '' --force '--force --json'; do
    # words that are split
    # shellcheck disable=SC2086
    run 0 pack --replace $more live
    [ "$(names live)" = './a.teehistorian ./b.demo ./c.teehistorian.xz ./d.teehistorian.gz ' ] || wrong "pack --replace $more of recordings without an end: $(names live)"
    says err '3 recordings without an end left unchanged; --unfinished'
    says err 'live/a.teehistorian: note: it has no end'
    run 0 unpack --replace live/c.teehistorian.xz
done
# The totals count every recording once, by what became of it, and the bytes of those that were replaced.
cp "$demo" live/e.demo
cp "$demo" live/f.demo
: >live/g.demo
echo 'a text' >live/README
before=$(($(wc -c <live/c.teehistorian) + 2 * $(wc -c <"$demo")))
cp -R live again
run 1 pack --replace live
after=$(cat live/c.teehistorian.xz live/e.demo.xz live/f.demo.xz | wc -c)
[ "$(tail -n 1 out | tr -d ,)" = "7 files: 3 packed 3 left unchanged 1 damaged; $before -> $after bytes" ] || wrong "totals: $(tail -n 1 out)"
run 1 pack --replace --json again
[ "$(grep ' files: ' err | tr -d ,)" = "teetape: note: 7 files: 3 packed 3 left unchanged 1 damaged; $before -> $after bytes" ] || wrong "totals: $(cat err)"
run 1 pack --replace live
[ "$(tail -n 1 out)" = '7 files: 0 packed, 6 left unchanged, 1 damaged' ] || wrong "totals of a second run: $(tail -n 1 out)"
rm -r live/g.demo live/b.demo live/d.teehistorian.gz
run 0 pack --replace live
says err '1 recording without an end left unchanged; --unfinished packs it'
rm -r again
make_unfinished
"$teetape" pack --json --replace live 2>err |
    grep -q '^{"file":"live/b.demo","result":"left","left":"unfinished","format":"plain","bytes_before":[0-9]*}$' ||
    wrong 'JSON of what is left alone'
fails 2 'a.teehistorian: it has no end.*--unfinished' pack --replace live/a.teehistorian
fails 2 'b.demo: it has no end.*--unfinished' pack --replace --force live/b.demo
make_unfinished
run 0 pack --replace --unfinished live
[ "$(names live)" = './a.teehistorian.xz ./b.demo.xz ./c.teehistorian.xz ./d.teehistorian.xz ' ] || wrong "--unfinished: $(names live)"
says err '3 recordings without an end replaced'
run 0 unpack --replace live
[ "$(names live)" = './a.teehistorian.xz ./b.demo.xz ./c.teehistorian ./d.teehistorian.xz ' ] || wrong "unpack without --unfinished: $(names live)"
says err '3 recordings without an end left unchanged'
run 0 unpack --replace --unfinished live
head -c $finished "$short" | cmp -s - live/a.teehistorian || wrong 'an unfinished recording is another one after pack and unpack'
# Where no original goes it makes no difference.
works pack live/a.teehistorian
run 0 pack --json --replace --unfinished live/a.teehistorian

# A link in a folder is left alone, and told, also when its turn comes after the file that it leads to.
mkdir links
cp "$short" links/target
ln -s target links/link
ln -s target links/z
run 0 pack --json --replace links
for link in links/link links/z; do
    says out "{\"file\":\"$link\",\"result\":\"left\",\"left\":\"link\"}"
    says err "$link: note: is a link"
done
[ "$(names links)" = './target.xz ' ] && [ -h links/link ] && [ -h links/z ] || wrong "links in a folder: $(names links)"
cp "$short" target
ln -s target link
fails 2 'link: is a link; to replace the file' pack --replace link
rm link target

# A damaged one is not replaced by anything.
mkdir damaged
head -c $((finished - 9)) "$short" >damaged/a.teehistorian
{ head -c 30000 "$demo" && head -c 3000 /dev/zero && tail -c +33001 "$demo"; } >damaged/b.demo
cp -r damaged before-pack
for more in '' '--force --unfinished'; do
    # shellcheck disable=SC2086
    fails 1 'damaged/a.teehistorian: offset [0-9]*: .*not replaced, see teetape repair' pack --replace $more damaged
    says err 'damaged/b.demo: offset'
    diff -r damaged before-pack || wrong 'a damaged recording was replaced'
done

# What a program has open for writing is left alone, idle as it may be, and goes on in the file that it opened.
if [ "$(uname -s)" = Linux ]; then
    mkdir used
    cp "$short" used/a.teehistorian
    cp "$short" used/b.teehistorian
    exec 7>>used/a.teehistorian
    for more in '' '--force --unfinished'; do
        # shellcheck disable=SC2086
        run 0 pack --replace $more used
        says err 'used/a.teehistorian: note: another program has it open for writing'
        says err '1 recording left unchanged because another program has'
        [ "$(names used)" = './a.teehistorian ./b.teehistorian.xz ' ] || wrong "a file in use: $(names used)"
    done
    fails 3 'open for writing' pack --replace --unfinished used/a.teehistorian
    # nor is it replaced as an output
    fails 3 'open for writing' unpack --force used/b.teehistorian.xz -o used/a.teehistorian
    fails 3 'open for writing' repair --force "$short" -o used/a.teehistorian
    printf more >&7
    exec 7>&-
    { cat "$short" && printf more; } | cmp -s - used/a.teehistorian || wrong 'what was written afterwards is lost'
    cp "$short" used/a.teehistorian
    works pack --replace used
    [ "$(names used)" = './a.teehistorian.xz ./b.teehistorian.xz ' ] || wrong "after its program is gone: $(names used)"
fi

# A user who gets no answer from the system leaves the recording of a server, which has no end and is open, where it is.
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@" 7>&- 8>&-; }
if [ "$(uname -s)" = Linux ] && [ "$(id -u)" = 0 ] && command -v setpriv >none; then
    mkdir others && cp "$teetape" others/teetape && chmod 755 . && chmod 777 others
    head -c $finished "$short" >others/a.teehistorian
    cp "$short" others/b.teehistorian
    "$teetape" pack others/a.teehistorian >none
    mv others/a.teehistorian.xz others/c.teehistorian.xz
    chmod 666 others/*.*
    if as_nobody others/teetape --version >none 2>&1; then
        exec 7>>others/a.teehistorian 8>>others/c.teehistorian.xz
        as_nobody others/teetape pack --replace --unfinished others >out 2>err || wrong "pack as another user: $(cat err)"
        says err 'others/a.teehistorian: note: it has no end, and only its owner or root can ask'
        says err '1 recording without an end left unchanged, which a server may have open'
        as_nobody others/teetape unpack --replace --unfinished --json others/c.teehistorian.xz >out 2>err
        [ $? -eq 3 ] || wrong "unpack as another user: $(cat err)"
        says out '"result":"left","left":"unknown"'
        [ "$(names others)" = './a.teehistorian ./b.teehistorian.xz ./c.teehistorian.xz ./teetape ' ] || wrong "another user took: $(names others)"
        exec 7>&- 8>&-
        # Whom the file belongs to gets an answer.
        chown 65534 others/a.teehistorian
        as_nobody others/teetape pack -q --replace --unfinished others/a.teehistorian >out 2>err || wrong "pack as its owner: $(cat err)"
        [ -e others/a.teehistorian.xz ] || wrong "pack as its owner: $(names others)"
    fi
fi

# Killed at any time: the next run leaves one whole file of each, without a complaint.
mkdir killed
# A process that was killed may hold its file for a moment more; then the next run leaves that to it.
again() { # COMMAND NAMES
    again_left=50
    while works $1 -q --replace killed && [ "$(cd killed && echo *)" != "$2" ] && [ $again_left -gt 0 ]; do
        sleep 0.05
        again_left=$((again_left - 1))
    done
    [ $again_left -gt 0 ] || wrong "after a kill of $1: $(names killed)"
}
delay=1
while [ $delay -lt 60 ]; do
    rm -rf killed/*
    for name in one two three; do cp "$tutorial" killed/$name; done
    killed_after 0.0$((delay / 10))$((delay % 10)) "$teetape" pack --level 1 -q --replace killed >out 2>err
    again pack 'one.xz three.xz two.xz'
    killed_after 0.0$((delay / 10))$((delay % 10)) "$teetape" unpack -q --replace killed >out 2>err
    again unpack 'one three two'
    cmp -s killed/one "$tutorial" && cmp -s killed/two "$tutorial" && cmp -s killed/three "$tutorial" || wrong 'after a kill: other bytes'
    delay=$((delay + 6))
done
# At the worst moment: both are there, with an index.
cp "$tutorial" killed/both
works index killed/both
works pack -q killed/both
cp killed/both.xz both.xz
run 0 pack --replace killed/both
[ ! -e killed/both ] && [ ! -e killed/both.ttidx ] && cmp -s both.xz killed/both.xz || wrong "both are there: $(names killed)"
cp "$tutorial" killed/both
head -c 50000 both.xz >killed/both.xz
fails 2 'both.xz: .*exists.*--force' pack --replace killed/both
[ -e killed/both ] || wrong 'the original is gone, and the output is not whole'

# Two runs over one folder: each file is packed once, and neither complains.
for round in 1 2 3; do
    rm -rf shared && mkdir shared
    i=0
    while [ $i -lt 30 ]; do
        cp "$short" shared/$i
        i=$((i + 1))
    done
    cp "$tutorial" shared/large
    xz -0 -kc "$tutorial" >shared/again.xz
    "$teetape" pack -j 2 --replace shared >out1 2>err1 &
    child=$!
    "$teetape" pack -j 2 --replace shared >out2 2>err2
    status=$?
    wait $child
    [ $? -eq 0 ] && [ $status -eq 0 ] || wrong "two runs, round $round: $(cat err1 err2)"
    ! grep -v -e 'another run of teetape works on it' -e 'left to another run' err1 err2 || wrong 'two runs complain'
    [ "$(find shared -type f | wc -l)" -eq 32 ] && [ "$(find shared -name '*.xz' | wc -l)" -eq 32 ] || wrong "two runs left $(names shared)"
    for file in shared/*.xz; do
        xz -tq "$file" || wrong "two runs: $file"
    done
done
# Two that go opposite ways: whatever comes first, each recording is there in one form at least.
rm -rf shared && mkdir shared
i=0
while [ $i -lt 20 ]; do
    cp "$short" shared/$i
    i=$((i + 1))
done
i=0
while [ $i -lt 15 ]; do
    "$teetape" pack -q -j 2 --replace shared 2>err1 &
    child=$!
    "$teetape" unpack -q -j 2 --replace shared 2>err2
    wait $child
    i=$((i + 1))
done
i=0
while [ $i -lt 20 ]; do
    { [ ! -e shared/$i ] || cmp -s shared/$i "$short"; } && { [ ! -e shared/$i.xz ] || xz -dc shared/$i.xz | cmp -s - "$short"; } &&
        { [ -e shared/$i ] || [ -e shared/$i.xz ]; } || wrong "pack and unpack at the same time: $i is lost"
    i=$((i + 1))
done

# The same file twice, in one run and by two names, is no other run.
cp "$short" twice
run 0 pack --force twice twice
hides err 'another run'

# No output replaces another recording of the run, whatever --force says, and two recordings have two outputs.
mkdir clash
cp "$tutorial" clash/x.teehistorian
xz -0 <"$short" >clash/x.teehistorian.xz
for words in 'pack --replace --force' 'pack --force' 'unpack --replace --force'; do
    # shellcheck disable=SC2086
    "$teetape" $words clash >out 2>err
    [ $? -eq 2 ] || wrong "$words: $(cat err)"
    says err 'the output would be another recording of this run'
    if [ -e clash/x.teehistorian ]; then cmp -s "$tutorial" clash/x.teehistorian; else false; fi &&
        xz -dc clash/x.teehistorian.xz | cmp -s - "$short" || wrong "$words: one of two recordings is lost: $(ls -l clash)"
done
mkdir pair
gzip -c "$tutorial" >pair/x.teehistorian.gz
xz -c "$short" >pair/x.teehistorian.xz
"$teetape" unpack --replace --force pair >out 2>err
[ $? -eq 2 ] || wrong "two recordings of one name: $(cat err)"
says err 'left out: another recording of this run is written to pair/x.teehistorian'
[ "$(ls pair | wc -l)" -eq 2 ] || wrong "two recordings of one name: $(ls pair)"
# A copy that was made before is no failure of the next run.
gzip -c "$short" >copy.teehistorian.gz
run 0 unpack -o copied/ copy.teehistorian.gz
run 0 unpack -o copied/ copy.teehistorian.gz
exit $bad
