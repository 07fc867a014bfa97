#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/calls.sh TEETAPE [ARGUMENT...]
#
# Says how many different functions of the command and its libraries run in `TEETAPE ARGUMENT...`, and in how many
# files. Without ARGUMENT: what it takes to print one record of a recording with `dump --json`. Needs valgrind and a
# build with -g. Functions that the compiler put into others are not counted, so only like builds can be compared.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

[ $# -gt 0 ] || { sed -n '4,8s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
teetape=$1
shift
if [ $# = 0 ]; then
    for file in tests/recordings/tutorial-13min/*.teehistorian; do
        set -- dump --json --kind player_new --from 1418 --to 1419 "$file"
    done
fi

temporary_folder
valgrind -q --tool=callgrind --callgrind-out-file="$scratch/calls" "$teetape" "$@" >"$scratch/out" 2>"$scratch/err" ||
    fail "failed: $teetape $*
$(cat "$scratch/err")"
# A name has a number at its first place, and the number alone afterwards. Lines of `fi` and `fe` are of inlined code.
awk -v object="$teetape" '
    function name_of(text, kind) {
        match(text, /^\([0-9]+\)/)
        id = kind substr(text, 1, RLENGTH)
        if (length(text) > RLENGTH)
            names[id] = substr(text, RLENGTH + 2)
        return names[id]
    }
    /^ob=/ { in_object = name_of(substr($0, 4), "o"); next }
    /^cob=/ { name_of(substr($0, 5), "o"); next }
    /^(cfi|cfl)=/ { name_of(substr($0, 5), "f"); next }
    /^cfn=/ { name_of(substr($0, 5), "n"); next }
    /^f[ie]=/ { name_of(substr($0, 4), "f"); next }
    /^fl=/ { file = name_of(substr($0, 4), "f"); next }
    /^fn=/ {
        called = name_of(substr($0, 4), "n")
        if (file ~ /(src|cli)\/.*\.[ch]$/ && in_object ~ /teetape/) {
            calls[called " " file] = 1
            files[file] = 1
        }
    }
    END { printf "%d functions in %d files\n", length(calls), length(files) }' "$scratch/calls"
