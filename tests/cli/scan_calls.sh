#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: scan_calls.sh COMMAND SOURCE_DIR
#
# A scan without news looks once at each folder and each file. On a disk of another machine each call takes milliseconds.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
need strace
export XDG_CACHE_HOME="$folder/cache"
# Leaks cannot be looked for in a process that is traced.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" LSAN_OPTIONS="${LSAN_OPTIONS:-}:detect_leaks=0"
strace -o /dev/null true 2>/dev/null || skip 'no program may be traced here'

folders=20
files=500
# What the folders' own path takes.
most=20

made=0
while [ $made -lt $files ]; do
    dir=many-files/$((made % folders))
    mkdir -p $dir
    { header 2 ",\"version_minor\":\"8\",\"game_uuid\":\"00000000-0000-4000-8000-$(printf %012d $made)\"" && int -2 49 -1; } \
        >$dir/$made.teehistorian
    made=$((made + 1))
done

# calls WORD...: the calls of the command for the files and their folders, in the file trace.
calls() {
    strace -f -y -o all "$teetape" "$@" >out 2>err || wrong "teetape $*: status $?, $(cat err)"
    grep many-files all >trace || wrong "the trace has no file"
}

# at_most NUMBER CALL...: how often the trace has one of these calls.
at_most() {
    number=$1
    shift
    have=0
    for call; do
        have=$((have + $(grep -c "^[0-9]* *$call(" trace)))
    done
    [ "$have" -le "$number" ] || wrong "$what: $have of $*, at most $number are expected"
}

looks='stat lstat fstat newfstatat statx fstatat64 stat64 lstat64 fstat64'
"$teetape" find -q many-files >out 2>err || wrong "find: $(cat err)"
what='find without news'
calls find many-files
[ "$(cat out)" = "$files recordings known: nothing new" ] || wrong "$what: $(cat out)"
# shellcheck disable=SC2086
at_most $((files + 3 * folders + most)) $looks
at_most $((folders + most)) open openat
at_most $((2 * folders + 10)) getdents getdents64
at_most $((folders + most)) readlink readlinkat

# The files of an archive are the packed recordings and their indexes. archive looks at them for work that is not done, and in
# the scan.
"$teetape" archive -q many-files >out 2>err || wrong "archive: $(cat err)"
what='archive without news'
calls archive many-files
# shellcheck disable=SC2086
at_most $((3 * 2 * files + 6 * folders + most)) $looks
at_most $((2 * folders + most)) open openat
# two passes; musl reads 2 KiB at a time, and so each folder in three calls
at_most $((2 * 3 * folders + 10)) getdents getdents64
at_most $((2 * folders + most)) readlink readlinkat
exit $bad
