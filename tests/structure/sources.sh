#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every source of the core is in the list that is built. Every fuzz target has seeds, its slowest input in the bench, and a row
# with what was run in docs/testing.md and in docs/performance.md.
set -u
. tests/structure/common.sh

# names in the tree have no blanks
# shellcheck disable=SC2044
for file in $(find src -name '*.c' -not -path 'src/host/*' -not -path 'src/archive/*' -not -path 'src/reading/*'); do
    grep -qw "$(basename "$file")" src/CMakeLists.txt || wrong "$file: not in src/CMakeLists.txt"
done
for target in fuzz/fuzz_*.c; do
    topic=${target#fuzz/fuzz_}
    topic=${topic%.c}
    [ -n "$(find "fuzz/corpus/$topic" -type f 2>/dev/null | head -n 1)" ] || wrong "$target: no seeds in fuzz/corpus/$topic"
    [ -s "bench/slow/$topic" ] || wrong "$target: nothing in bench/slow/ (bench/slow.sh)"
    for page in docs/testing.md docs/performance.md; do
        grep -q "^| $topic |" "$page" || wrong "$page: no row of $topic"
    done
done
exit $bad
