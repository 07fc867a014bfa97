#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: full_disk.sh COMMAND SOURCE_DIR FOLDER
#
# A disk that is full in the middle of many files: one sentence says so, another one how many outputs do not fit, and
# the totals add up. FOLDER has fault_shim.so, which lets every write fail from number N on.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
tools=$(realpath "$3")
has_codec xz || skip 'no liblzma in this build'
number_enospc=28

mkdir plain
i=10
while [ $i -lt 50 ]; do
    # each is a game of its own
    LC_ALL=C sed "s/6460a6fc-ddaa-469c/64${i}a6fc-ddaa-469c/" \
        "$tree"/tests/recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian >plain/$i.teehistorian
    i=$((i + 1))
done
cp -R plain packed
"$teetape" pack -q --replace packed || wrong 'pack fails'

# full WRITES WORD...: with a disk on which this many writes find room.
full() {
    full_writes=$1
    shift
    TT_FAULT=write:$full_writes:$number_enospc:on LD_PRELOAD="$tools/fault_shim.so" "$teetape" "$@" >out 2>err
    [ $? -eq 3 ] || wrong "teetape $* on a full disk: not status 3"
    [ "$(grep -c 'No space left on device\|the disk is full' err)" -eq 1 ] && [ "$(grep -cv 'outputs do not fit on the disk$' err)" -eq 1 ] ||
        wrong "teetape $* after $full_writes writes says: $(cat err)"
}
for jobs in 1 4; do
    for writes in 1 9 20; do
        # -q: the results would go to the full disk, too
        full $writes pack -q -j $jobs plain
        rm -f plain/*.xz
        full $writes unpack -q -j $jobs packed
        rm -f packed/*.teehistorian
        full $writes index -q -r -j $jobs plain
        rm -f plain/*.ttidx
        for verb in 'anonymize --key 0123456789abcdef' 'demo --no-map --split player' repair; do
            # words that are split
            # shellcheck disable=SC2086
            full $writes $verb -q -r -j $jobs -o new/ plain
            rm -rf new
        done
    done
done
if "$teetape" --version | grep -qi sqlite; then
    for writes in 2 10 30; do
        for words in '' '--map x'; do
            rm -f x.db*
            # shellcheck disable=SC2086
            full $writes find -q --db x.db $words plain
        done
    done
fi

# On a disk that is really full, where one can be mounted: the sentence, the totals, and no file that is not whole.
cat >on_small_disk <<'END'
mount -t tmpfs -o size=400k none small || exit 77
cp -R "$2" small
mkdir small/new
dd if=/dev/zero of=small/fill bs=1k count=400 2>/dev/null
truncate -s -$4 small/fill
"$1" $3 small/plain >out 2>err
echo $? >state
find small -name '.*' -type f >>state
find small/plain -name '*.xz' | while read -r file; do "$1" verify -q --strict "$file" || echo "$file" >>state; done
exit 0
END
mkdir small
for words in 'pack -j 2' 'index -r -j 2' 'anonymize -q -r -j 2 --key 0123456789abcdef -o small/new/' \
    'demo -q -r -j 2 --no-map --split player -o small/new/' 'pack -j 1 ' 'index -r -j 1 '; do
    # with one job there is no room even for the first one
    case $words in *' ') room=0 ;; *) room=8192 ;; esac
    unshare -rm sh on_small_disk "$teetape" plain "$words" $room 2>refused
    case $? in
    0)
        [ "$(cat state)" = 3 ] && [ "$(grep -c 'No space left on device' err)" -eq 1 ] || wrong "$words on a small disk: $(cat state err)"
        case $words in *' -q '*) continue ;; esac
        grep -q '^[0-9]* files: [0-9]* [a-z]*, [0-9]* failed' out && ! grep -q 'not reached' out || wrong "$words on a small disk has no totals: $(tail -n 1 out)"
        [ "$(tail -n 1 out | awk '{ print $1 - $3 - $5 }')" -eq 0 ] || wrong "$words: totals do not add up: $(tail -n 1 out)"
        ;;
    *) echo 'note: no small disk could be mounted' ;;
    esac
done
exit $bad
