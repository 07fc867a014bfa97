#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Fuzzing: every target, or those that the words name, for TT_FUZZ_SECONDS (600) each.
#
# libFuzzer with both sanitizers, as many targets at a time as there are cores. What is found remains in build/deep/ from run to run.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

# shellcheck disable=SC2086
ensure_packages $build_packages $fuzz_packages
seconds=${TT_FUZZ_SECONDS:-600}
if [ $# -eq 0 ]; then
    for target in fuzz/fuzz_*.c; do
        topic=$(basename "$target" .c)
        set -- "$@" "${topic#fuzz_}"
    done
fi
build fuzz fuzz build/check/fuzz -DTT_WERROR=ON
mkdir -p build/deep
for topic in "$@"; do
    # what earlier runs have found remains; seeds of the tree are added, never changed
    mkdir -p "build/deep/$topic"
    cp fuzz/corpus/"$topic"/* "build/deep/$topic/"
    say "$topic"
done >build/deep/topics

heading "Fuzzing $# targets for $seconds s each, $(nproc) at a time"
# shellcheck disable=SC2016
xargs -P "$(nproc)" -I TOPIC sh -c '
    build/check/fuzz/fuzz/fuzz_TOPIC -max_total_time="$1" -timeout=10 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix=build/deep/TOPIC-finding- build/deep/TOPIC \
        >build/deep/TOPIC.log 2>&1 && verdict=good || verdict=FAILED
    runs=$(sed -n "s/^stat::number_of_executed_units: *//p" build/deep/TOPIC.log)
    edges=$(sed -n "s/.* cov: \([0-9]*\) .*/\1/p" build/deep/TOPIC.log | tail -n 1)
    echo "TOPIC: $verdict, ${runs:-?} runs, ${edges:-?} edges, log in build/deep/TOPIC.log"
    [ $verdict = good ]' sh "$seconds" <build/deep/topics ||
    fail 'Something was found: fix it, and keep the input under fuzz/corpus/ with the fix.'
