#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Rooms include only rooms listed before them, and the core includes nothing of libc but what a bare
# compiler brings.
set -u
. tests/structure/common.sh

allowed_libc='stddef.h stdint.h limits.h stdbool.h'

# The names between the brackets or quotation marks of all includes of a file.
includes() {
    sed -n "s/^[[:space:]]*#[[:space:]]*include[[:space:]]*[$1]\\([^$2]*\\)[$2].*/\\1/p" "$3"
}

is_in() {
    case " $2 " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

below=''
for room in $all_rooms; do
    below="$below $room"
    [ -d "src/$room" ] || continue
    # names in the tree have no blanks
    # shellcheck disable=SC2044
    for file in $(find "src/$room" -name '*.[ch]'); do
        for name in $(includes '"' '"' "$file"); do
            case $name in
            teetape/*.h | teetape/*.def) [ -f "include/$name" ] || wrong "$file: no public header $name" ;;
            */*) is_in "${name%%/*}" "$below" || wrong "$file: includes $name, which stands above room $room" ;;
            *) wrong "$file: includes \"$name\" without its room" ;;
            esac
        done
        is_in "$room" "$core_rooms" || continue
        for name in $(includes '<' '>' "$file"); do
            case $file:$name in
            # one place for the functions that compilers know, and a fast path's own header in its own file
            src/base/mem.h:string.h | *_sse2.h:emmintrin.h | *_avx2.c:immintrin.h) ;;
            *) is_in "$name" "$allowed_libc" || wrong "$file: the core must not include <$name>" ;;
            esac
        done
    done
done

below=''
for folder in $cli_rooms $(ls -d cli/*/); do
    room=$(basename "$folder")
    if is_in "$room" "$below"; then continue; fi
    # a verb is below nothing
    is_in "$room" "$cli_rooms" && below="$below $room"
    # shellcheck disable=SC2044
    for file in $(find "cli/$room" -name '*.[ch]'); do
        for name in $(includes '"' '"' "$file"); do
            case $name in
            cli/*)
                name=${name#cli/}
                is_in "${name%%/*}" "$below $room" || wrong "$file: includes cli/$name, which stands above room $room or is a verb"
                ;;
            esac
        done
    done
done

# Without host/posix.h before them these have another shape on 32-bit machines: sizes and times of 32 bits. The command has its
# words from cmake/Posix.cmake.
for file in $(grep -lE '^#include <(sys/|fcntl|unistd|dirent|time)' -r src --include='*.c'); do
    grep -q '^#include "host/posix.h"' "$file" || wrong "$file: asks the system without host/posix.h"
done
# And a struct of ours that holds them would have another shape from one file to the next; the part of host/posix.h
# for Windows is where they get theirs.
for file in $(grep -lE '^#include <(sys/stat|sys/time|dirent|fcntl|time)' -r src cli --include='*.h'); do
    [ "$file" = src/host/windows/posix.h ] || wrong "$file: a header must not hold what has another shape without host/posix.h"
done

# Every verb opens its output where it is checked that it leads to no input, and every open can be ended by a signal.
for file in $(grep -lE 'tt_io_file_open\(' -r cli --include='*.c'); do
    [ "$file" = cli/shell/target.c ] || wrong "$file: opens an output past cli/shell/target.h"
done
for file in $(grep -lE '(^|[^_a-z>.])(open|openat|creat|fopen)\(' -r src/host src/archive src/reading src/table cli --include='*.c' |
    grep -v '/windows/'); do
    case $file in
    # the second opens /dev/null alone, which never waits
    src/host/fd.c | cli/shell/process.c) ;;
    *) wrong "$file: opens a file past host/fd.h" ;;
    esac
done

# Public headers are part of the core.
# names in the tree have no blanks
# shellcheck disable=SC2044
for file in $(find include -name '*.h'); do
    for name in $(includes '<' '>' "$file"); do
        is_in "$name" "$allowed_libc" || wrong "$file: a public header must not include <$name>"
    done
    for name in $(includes '"' '"' "$file"); do
        case $name in teetape/*) ;; *) wrong "$file: a public header includes the internal $name" ;; esac
    done
done
for folder in src/*/; do
    room=$(basename "$folder")
    is_in "$room" "$all_rooms" || wrong "src/$room: not in the list of rooms in tests/structure/common.sh"
done
exit $bad
