#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: index_trouble.sh COMMAND SOURCE_DIR
#
# What may happen to index: a full disk, a kill, an interrupt, folders and files that may not be written or read. Never
# is half an index under its name, and what was there before remains.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"

# A recording of some megabytes with an index of about 60 KB, and more of it.
{ int -2 0 0 1 -1 1 -1 1 -5 0 1 0 0 0 0 0 0 0 0 0 && int -2 0 0 -1 1 1 1 -1 && int -5 0 -1 0 0 0 0 0 0 0 0 0; } >filler
for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    cat filler filler >'more' && mv more filler
done
{
    i=0
    while [ $i -lt 100 ]; do
        int -8 $((i % 60 + 2)) -9 $((i % 60 + 2)) && text 'left the game, as everybody does at some time'
        i=$((i + 1))
    done
} >people
{
    header 2 ''
    int -8 0 -8 1 -2 0 -3 0 100 100 -3 1 200 200 -6 0 1 2 3 4 5 6 7 8 9 10
} >start
{ cat filler people filler people filler && cat people people people; } >part
cat start part part part part part part part part >recording
cat recording part part part part part part part part >grown
"$teetape" index -q recording 2>err || wrong "index: $(cat err)"
mv recording.ttidx good
"$teetape" index -q grown 2>err || wrong "index: $(cat err)"
mv grown.ttidx good-grown
[ "$(wc -c <good)" -gt 200000 ] || wrong "the index is too small for this test: $(wc -c <good)"

# nothing_left FOLDER: no index, and no temporary file of one.
nothing_left() {
    [ -z "$(find "$1" -name '*ttidx*' -print)" ] || wrong "$2: $(find "$1" -name '*ttidx*' -print) is left"
}

# Files that may not become larger.
mkdir limit
cp recording limit
for blocks in 1 20 100 200 400; do
    limited $blocks "$teetape" index limit/recording >out 2>err
    status=$?
    [ $status -eq 3 ] && [ ! -s out ] && grep -q '^teetape: limit/recording.ttidx: cannot be written' err ||
        wrong "an index of $blocks blocks at most: status $status, $(cat out err)"
    nothing_left limit "after $blocks blocks"
done
# An index that is there remains, whether it would be made anew or longer.
cp good limit/recording.ttidx
limited 100 "$teetape" index --force limit/recording >out 2>err
[ $? -eq 3 ] && cmp -s good limit/recording.ttidx || wrong "--force without room: $(cat err)"
cp grown limit/recording
limited 100 "$teetape" index limit/recording >out 2>err
[ $? -eq 3 ] && cmp -s good limit/recording.ttidx || wrong "making it longer without room: $(cat err)"
[ "$(find limit -name '*ttidx*' | wc -l)" -eq 1 ] || wrong "something is left: $(ls -A limit)"
"$teetape" index --json limit/recording >out 2>err
grep -q '"outcome":"extended"' out && cmp -s good-grown limit/recording.ttidx || wrong "longer after all: $(cat out err)"

# A disk that is full. Not everybody may mount one.
mkdir disk
export folder teetape
on_small_disk() { # SIZE WORD...: the command on a disk of this size, with what is in the folder limit
    unshare -m sh -c 'mount -t tmpfs -o size=$1 none "$folder/disk" || exit 99
        cp -r "$folder/start" "$folder/disk/recording" && shift
        cat "$folder/part" >>"$folder/disk/recording" || exit 99
        "$teetape" "$@" >"$folder/out" 2>"$folder/err"
        echo $? >"$folder/status"
        ls -A "$folder/disk" >"$folder/left"' sh "$@" 2>mount.err
}
cat start part >small
size=$(wc -c <small)
"$teetape" index -q small
if on_small_disk 4m index -q disk/recording && [ "$(cat status)" -eq 0 ]; then
    [ "$(cat left)" = "$(printf 'recording\nrecording.ttidx')" ] || wrong "on a disk with room: $(cat left)"
    for room in 4096 16384; do
        on_small_disk $(((size + 4095) / 4096 * 4096 + room)) index disk/recording
        [ "$(cat status)" -eq 3 ] && grep -q '^teetape: disk/recording.ttidx: .*[Nn]o space' err && [ ! -s out ] ||
            wrong "a full disk: status $(cat status), $(cat out err)"
        [ "$(cat left)" = recording ] || wrong "on a full disk is left: $(cat left)"
    done
else
    echo "no disk can be mounted here: $(cat mount.err)"
fi

# Killed after some milliseconds: a whole index, or none.
mkdir killed
cp grown killed/recording
delay=1
while [ $delay -lt 300 ]; do
    killed_after "0.$((delay / 100))$((delay / 10 % 10))$((delay % 10))" "$teetape" index -q killed/recording >out 2>err
    if [ -e killed/recording.ttidx ]; then
        cmp -s good-grown killed/recording.ttidx || wrong "killed after $delay ms: half an index"
    fi
    [ ! -e killed/recording.ttidx ] || rm killed/recording.ttidx
    delay=$((delay + 1 + delay / 4))
done
# Interrupted: nothing, and nothing beside it.
rm -f killed/*ttidx* killed/.*ttidx*
i=0
while [ $i -lt 40 ]; do
    cp grown killed/$i
    i=$((i + 1))
done
"$teetape" index -r -j 1 killed >out 2>err &
child=$!
sleep 0.1
kill -INT $child 2>/dev/null
wait $child
[ "$(find killed -name "*.ttidx" | wc -l)" -lt 40 ] || echo "too late for the interrupt"
for index in killed/*.ttidx; do
    [ ! -e "$index" ] || cmp -s good-grown "$index" || wrong "interrupted: half an index $index"
done
[ -z "$(find killed -name '*ttidx*' ! -name '*.ttidx')" ] || wrong "interrupted: $(ls -A killed) is left"

# Folders that may not be written, indexes that may not be read. Root may do everything, so somebody else tries.
somebody=
if [ "$(id -u)" -eq 0 ]; then
    somebody='setpriv --reuid 65534 --regid 65534 --clear-groups'
    $somebody "$teetape" --version >out 2>&1 || somebody=none
fi
if [ "$somebody" != none ]; then
    mkdir dark
    cp recording dark
    chmod 555 dark
    chmod 644 dark/recording
    $somebody "$teetape" index dark/recording >out 2>err
    [ $? -eq 3 ] && grep -q '^teetape: dark/recording.ttidx: cannot be' err || wrong "a folder that cannot be written: $(cat out err)"
    chmod 755 dark
    nothing_left dark 'a folder that cannot be written'
    cp good dark/recording.ttidx
    chmod 0 dark/recording.ttidx
    $somebody "$teetape" players --json --from 90000 dark/recording >have 2>err
    [ $? -eq 0 ] && grep -q 'dark/recording.ttidx: .*cannot be opened: .*; not used' err || wrong "an index that cannot be read: $(cat err)"
    "$teetape" players --json --from 90000 --no-index recording | cmp -s - have || wrong 'an index that cannot be read changes it'
fi
# Compressed data that ends too early: what is before that is indexed, and the damage is reported; or there is nothing.
gzip -c "$tree"/tests/recordings/dm1/*.teehistorian | head -c 9000 >half.gz
printf '\037\213\007\000\000\000\000\000\000' >bad.gz
if "$teetape" --version | grep -q 'zlib [0-9]'; then
    "$teetape" index half.gz >out 2>err
    [ $? -eq 1 ] && grep -q '^half.gz: built' out && grep -q '^teetape: half.gz: byte 9000 .*is indexed' err ||
        wrong "compressed data that is cut: $(cat out err)"
    "$teetape" index bad.gz >out 2>err
    [ $? -eq 1 ] && [ ! -s out ] && grep -q '^teetape: bad.gz: byte ' err && [ ! -e bad.gz.ttidx ] ||
        wrong "compressed data that is damaged: $(cat out err)"
fi
# What is in the place of an index is no file.
mkdir -p odd/recording.ttidx
cp recording odd
"$teetape" index odd/recording >out 2>err
[ $? -eq 3 ] && grep -q '^teetape: odd/recording.ttidx: ' err || wrong "a folder in place of an index: $(cat err)"
"$teetape" chat --from 90000 odd/recording >have 2>err || wrong "chat beside a folder: $(cat err)"
rmdir odd/recording.ttidx
mkfifo odd/recording.ttidx
timeout 10 "$teetape" chat --from 90000 odd/recording >have 2>err || wrong "chat beside a pipe: $(cat err)"

# Nor is a recording of that name replaced.
cp recording odd/named
cp start odd/named.ttidx
for force in '' --force; do
    # shellcheck disable=SC2086
    "$teetape" index $force odd/named >out 2>err
    [ $? -eq 3 ] && grep -q '^teetape: odd/named.ttidx: is left unchanged: it is a recording' err && cmp -s start odd/named.ttidx ||
        wrong "a recording in place of an index: $(cat err)"
done

# An index takes the place of a file or of nothing. What a link leads to remains as it is, whatever --force says, and
# nothing else is opened or waited for.
cp start theirs
for place in beside elsewhere; do
    index=odd/recording.ttidx more=
    if [ $place = elsewhere ]; then
        index=indexes$folder/odd/recording.ttidx more=--index-dir=indexes
        mkdir -p "indexes$folder/odd"
    fi
    for kind in link nothing recording device fifo; do
        rm -f "$index"
        case $kind in
        link) ln -s "$folder/theirs" "$index" ;;
        nothing) ln -s "$folder/missing" "$index" ;;
        recording) ln -s "$folder/odd/recording" "$index" ;;
        device) ln -s /dev/null "$index" ;;
        fifo) mkfifo "$index" ;;
        esac
        for force in '' --force; do
            # words that are split
            # shellcheck disable=SC2086
            timeout 10 "$teetape" index $force $more odd/recording >out 2>err
            [ $? -eq 3 ] && grep -q "^teetape: $index: is left unchanged: there is " err || wrong "$kind $place, $force: $(cat err)"
        done
        cmp -s start theirs && cmp -s recording odd/recording && [ ! -e missing ] || wrong "$kind $place: written through it"
        [ $kind = fifo ] || [ -L "$index" ] || wrong "$kind $place: the link is gone"
    done
    # a hard link is a name of its own: the other one keeps what it had
    rm "$index"
    ln theirs "$index"
    run 0 index --force $more odd/recording
    cmp -s start theirs || wrong "a hard link $place: written through it"
done
# A damaged recording is reported in every run, also by one that finds its index up to date.
head -c 5000 recording >damaged
for round in first second; do
    "$teetape" index damaged >out 2>err
    [ $? -eq 1 ] && grep -q '^teetape: damaged: .*see teetape verify' err || wrong "the $round index of a damaged file: $(cat err)"
done
grep -q 'up to date' out || wrong "the second run made the index anew: $(cat out)"

exit $bad
