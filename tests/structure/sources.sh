#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every source of the core is in the list that is built, and every module has its test.
set -u
. tests/structure/common.sh

# names in the tree have no blanks
# shellcheck disable=SC2044
for file in $(find src -name '*.c' -not -path 'src/host/*' -not -path 'src/archive/*'); do
    grep -qw "$(basename "$file")" src/CMakeLists.txt || wrong "$file: not in src/CMakeLists.txt"
done
for target in fuzz/fuzz_*.c; do
    topic=${target#fuzz/fuzz_}
    topic=${topic%.c}
    [ -n "$(find "fuzz/corpus/$topic" -type f 2>/dev/null | head -n 1)" ] || wrong "$target: no seeds in fuzz/corpus/$topic"
done
exit $bad
