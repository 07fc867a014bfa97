#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every source of the core is in the list that is built, and every one that needs SQLite in the list that a build without it
# leaves out. Every program of bench/ measures: what writes recordings is in tests/support/game. Every fuzz target has
# seeds, its slowest input in the bench, and a row with what was run in docs/testing.md and in docs/performance.md.
set -u
. tests/structure/common.sh

# names in the tree have no blanks
# shellcheck disable=SC2044
for file in $(find src -name '*.c' -not -path 'src/host/*' -not -path 'src/index/*' -not -path 'src/archive/*' -not -path 'src/reading/*' -not -path 'src/table/*' -not -path 'src/paint/*' -not -path 'src/studio/*' -not -path 'src/spans/*' -not -path 'src/jobs/*'); do
    grep -qw "$(basename "$file")" src/CMakeLists.txt || wrong "$file: not in src/CMakeLists.txt"
done
grep -l '^int main(' bench/*.c | grep -v '^bench/bench_' && wrong 'programs of bench/ that measure nothing (above)'
# A build without SQLite leaves out all that include its header, also by way of others.
database=$(sed -n '/^set(TT_DATABASE /,/)$/p' src/io.cmake)
for file in src/archive/*.c; do
    "${CC:-cc}" -MM -Isrc -Iinclude "$file" 2>/dev/null | grep -q 'archive/database\.h\|archive/query_answer\.h' || continue
    printf '%s\n' "$database" | grep -qw "$(basename "$file" .c)" ||
        wrong "$file: includes <sqlite3.h>, and is not in TT_DATABASE of src/io.cmake"
done
# A file for Windows replaces the one of its name, so it has all that this one has.
for file in src/host/windows/*.c; do
    replaced=src/host/${file##*/}
    [ -f "$replaced" ] || continue
    for name in $(sed -nE 's/^[a-z][^;=(]*[ *](tti?_[a-z0-9_]+)\(.*/\1/p' "$replaced"); do
        grep -qE "^[a-z][^;=(]*[ *]$name\(" "$file" || wrong "$file: takes the place of $replaced, and has no $name"
    done
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
