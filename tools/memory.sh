#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/memory.sh NAME COMMAND [WORD...]
#
# Runs a command under valgrind for ./check --lint: nothing is read that nobody wrote, nothing is left when it ends.
# Says something only if not so; what the command printed is in build/lint/memory-NAME.out and .log. It runs in the
# folder TT_MEMORY_FOLDER, if that is set: tests make their files where they run.
set -u
logs=$PWD/build/lint
suppressions=$PWD/tools/check/valgrind.txt
name=$1
shift
cd "${TT_MEMORY_FOLDER:-.}" || exit 1
timeout 3600 valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
    --suppressions="$suppressions" "$@" >"$logs/memory-$name.out" 2>"$logs/memory-$name.log"
status=$?
[ $status = 0 ] && exit 0
# a test that needs what is not here
[ $status = 77 ] && echo "$name: skipped" && exit 0
echo "$name: status $status"
tail -n 40 "$logs/memory-$name.log"
exit 1
