#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: slow.sh BUILD_DIR [SECONDS]
#
# What the slowest inputs cost that were found by fuzzing for time, one for each fuzz target in bench/slow/: nanoseconds a
# byte, beside the most that a seed of the target costs; then with the input twice and four times after itself. A cost that
# grows with the size is what must not be. With SECONDS the inputs are searched for once more, so long for each target.
# BUILD_DIR: a build without libFuzzer and sanitizers. Figures: docs/performance.md, "Hostile inputs".
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/.."
mkdir -p bench/slow
for target in fuzz/fuzz_*.c; do
    topic=$(basename "$target" .c)
    program=$build/fuzz/$topic
    topic=${topic#fuzz_}
    if [ -n "${2:-}" ]; then
        "$program" --slow "$2" "bench/slow/$topic" "fuzz/corpus/$topic" >/dev/null
    fi
    seeds=$("$program" --time "fuzz/corpus/$topic" | sed -n 's/.* bytes: \([0-9.]*\) ns.*/\1/p' | sort -n | tail -n 1)
    found=$("$program" --time "bench/slow/$topic" | sed -n 's/^[^ ]* \(.*\)/\1/p' | head -n 1)
    echo "$topic: seeds $seeds; $found"
done
