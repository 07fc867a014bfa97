#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: sync_calls.sh COMMAND SOURCE_DIR
#
# What is written is on the disk: each file, and its folder after it. pack and index sync a folder once for all of its
# files. With --replace the folder is synced before each original goes.
. "$2/tests/support/cli.sh"
need strace
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" LSAN_OPTIONS="${LSAN_OPTIONS:-}:detect_leaks=0"
strace -y -o trace -e trace=fsync true 2>/dev/null || skip 'no program may be traced here'

# Three folders with four recordings each. The last ones are of a folder in a folder.
make_archive() {
    rm -rf archive
    mkdir -p archive/a/deep archive/b
    for place in a/1 a/2 a/3 a/4 a/deep/1 a/deep/2 a/deep/3 a/deep/4 b/1 b/2 b/3 b/4; do
        cp "$short" archive/$place.teehistorian
    done
}

# traced CALLS WORD...: the calls of a run with one thread; order has them in their order, folders as "folder".
traced() {
    names=$1
    shift
    strace -f -y -o trace -e trace="$names" "$teetape" "$@" >out 2>err || wrong "teetape $*: status $?, $(cat err)"
    # strace cuts a call in two where another thread, such as those of an emulator, makes one at the same time
    sed -n -E -e 's,^[0-9]* *fsync\([0-9]*<.*/archive[a-z/]*>(\) *= 0| <unfinished [.]+>)$,folder,p' \
        -e 's,^[0-9]* *fsync\([0-9]*<.*/archive.*>(\) *= 0| <unfinished [.]+>)$,file,p' \
        -e 's,^[0-9]* *unlink(at)?\(.*/[0-9]\.teehistorian".*(\) *= 0| <unfinished [.]+>)$,gone,p' trace >order
}

# expect FILES FOLDERS
expect() {
    [ "$(grep -c file order) $(grep -c folder order)" = "$1 $2" ] ||
        wrong "$what: $(grep -c file order) files and $(grep -c folder order) folders are synced, not $1 and $2"
}

for words in 'pack' 'pack --format zst' 'index'; do
    make_archive
    what="$words of three folders"
    # shellcheck disable=SC2086
    traced fsync $words -q -j 1 archive
    expect 12 3
    [ "$(tail -n 1 order)" = folder ] || wrong "$what: the last folder is not synced"
done
make_archive
what='pack of one file'
traced fsync pack -q archive/a/1.teehistorian
expect 1 1
make_archive
what='pack --replace'
traced fsync,unlink,unlinkat pack -q -j 1 --replace archive
expect 12 12
[ "$(uniq -c order | awk '{ print $1, $2 }' | sort | uniq -c | awk '{ print $1, $2, $3 }' | tr '\n' '|')" = '12 1 file|12 1 folder|12 1 gone|' ] ||
    wrong "$what: $(cat order)"
[ "$(head -n 3 order | tr '\n' ' ')" = 'file folder gone ' ] || wrong "$what: not in this order: $(cat order)"
exit $bad
