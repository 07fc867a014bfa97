#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: nights.sh SERVICE, in a folder with tests/ of the tree, as root
#
# Three nights as docs/guides/operator.md sets them up, on an archive of 2,000 small recordings: with damaged ones, a server that
# holds its recordings open, and a rotation between the nights. What the file SERVICE of systemd starts runs here without systemd, as a
# user without a home. A reader of the same group searches the database.
set -eu
service=$1
user=64321 reader=64322
recordings=$PWD/tests/recordings
tutorial=$recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian
scratch=$(mktemp -d)
trap 'rm -rf "$scratch" /var/lib/teetape/nights-test; rmdir --ignore-fail-on-non-empty /var/lib/teetape' EXIT
chmod 755 "$scratch"
archive=$scratch/archive

fail() {
    printf '%s\n' "$*"
    for file in out err; do
        sed "s/^/$file: /" "$scratch/$file"
    done
    exit 1
}

setting() {
    sed -n "s/^$1=//p" "$service" | sed 's/%i/nights-test/g'
}

as() { # USER COMMAND...
    as_user=$1
    shift
    (cd / && umask "$(setting UMask)" && exec setpriv --reuid="$as_user" --regid=$user --clear-groups \
        env -i PATH=/usr/local/bin:/usr/bin:/bin "$(setting Environment)" "$@")
}

night() { # STATUS
    status=0
    as $user ARCHIVE="$archive" OPTIONS='--level 1' sh -c "$(setting ExecStart)" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ "$status" = "$1" ] || fail "a night ends with $status in place of $1"
    [ ! -s "$scratch/out" ] || fail 'a quiet night prints something'
}

# reports NAME...: the night wrote about these files, and about nothing else.
reports() {
    [ "$(wc -l <"$scratch/err")" = $# ] || fail "the night does not report $# files"
    for name; do
        grep -q "/$name\.teehistorian: " "$scratch/err" || fail "the night does not report $name"
    done
}

state() {
    find "$archive" -type f -exec cksum {} + | sort
}

install -d -o $user -g $user -m "$(setting StateDirectoryMode)" /var/lib/teetape/nights-test
mkdir "$archive"
for server in $(seq 20); do
    mkdir "$archive/$server"
    for copy in $(seq 50); do
        cp "$recordings"/map-change/6460*.teehistorian "$archive/$server/$copy.teehistorian"
        cp "$recordings"/map-change/c9aa*.teehistorian "$archive/$server/${copy}b.teehistorian"
    done
done
{ head -c 60000 "$tutorial" && printf '\177\377\377'; } >"$archive/3/hit.teehistorian"
{ head -c 9000 "$tutorial" && printf '\177\377\377'; } >"$archive/19/spoilt.teehistorian"
# A server writes in blocks: in the middle of a record.
head -c 60001 "$tutorial" >"$archive/4/live.teehistorian"
chown -R $user "$archive"
exec 3>>"$archive/4/live.teehistorian"

night 1
reports hit spoilt
[ "$(find "$archive" -name '*.xz' | wc -l)" = 2000 ] || fail 'the first night does not pack 2,000 recordings'
[ -e "$archive/4/live.teehistorian" ] || fail 'the open recording is gone'
state >"$scratch/before"
night 0
reports
state | cmp -s - "$scratch/before" || fail 'a night without news changes a file'

# The map changes, and the next recording begins. It is empty until the server writes its first block.
tail -c +60002 "$tutorial" >&3
exec 3>"$archive/4/next.teehistorian"
printf 'zero' >"$archive/5/cut.teehistorian"
head -c 3000 /dev/zero >"$archive/5/zeros.teehistorian"
chown -R $user "$archive"
night 1
reports cut zeros
[ -e "$archive/4/live.teehistorian.xz" ] || fail 'the recording that ended is not packed'
[ -e "$archive/4/next.teehistorian" ] || fail 'the recording that began is gone'
night 0
reports
exec 3>&-

chmod 640 /var/lib/teetape/nights-test/archive.db
found=$(as $reader teetape find --no-scan --files "$archive" 2>"$scratch/err" | wc -l)
[ "$found" -ge 2002 ] || fail "a reader of the database finds $found recordings"
! as $reader sh -c 'echo >>"$TEETAPE_DB"' 2>/dev/null || fail 'a reader may write the database'
echo "three nights: 2,001 recordings packed, damage reported once, what is open left alone, $found found by a reader"
