#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Faults of the system, one by one, in every command: the words name cases of tests/faults/cases.txt.
#
# Memory, files, disks, signals, clocks: each call of each case fails once, plainly and under the sanitizers, which see what is
# not freed. docs/testing.md says what is expected. TT_FAULTS_MOST is how many calls of a kind are tried at most
# (40; 0: all of them, for hours), TT_FAULTS_MOST_ASAN the same under the sanitizers (8). Results remain in build/faults/.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

# shellcheck disable=SC2086
ensure_packages $build_packages xz-utils zstd gzip libcmocka-dev libjansson-dev
strict='-DTT_WERROR=ON -DTT_STRUCTURE_TESTS=OFF -DTT_BUILD_EXAMPLES=OFF -DTT_BUILD_BENCH=OFF'
# shellcheck disable=SC2086
{
    build faults dev build/check/faults $strict -DCMAKE_C_COMPILER=gcc
    build faults-asan asan build/check/faults-asan $strict -DCMAKE_C_COMPILER=gcc -DTT_BUILD_TESTS=ON
}
tree=$PWD
tools=$tree/build/check/faults/tests/faults
results=$tree/build/faults
rm -rf "$results"
mkdir -p "$results"
names_in() { sed -n 's/^\([a-z][^ ]*\) .*/\1/p' "tests/faults/$1.txt"; }
with_library=$((1 - ($# > 0)))
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(names_in cases)

# run_all ROUND LOCALE COMMAND PRELOAD MOST CASES NAME...: prints what is wrong, and leaves a table
run_all() {
    round=$1 locale=$2 command=$3 preload=$4 most=$5 cases=tests/faults/$6.txt
    shift 6
    heading "Faults: $# cases, $round, $(nproc) at a time"
    sh tests/faults/template.sh build/check/faults/teetape "$tree" "$results/template"
    # shellcheck disable=SC2016
    printf '%s\n' "$@" | xargs -P "$(nproc)" -I NAME sh -c '
        folder=$1 results=$2 cases=$3
        shift 3
        "$@" "$results/template" "$results/$folder-NAME.d" NAME "$cases" \
            >"$results/$folder-NAME.tab" 2>"$results/$folder-NAME.err" || cat "$results/$folder-NAME.err"
        rm -rf "$results/$folder-NAME.d"' sh "$round" "$results" "$cases" \
        env LC_ALL="$locale" UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=1:exitcode=99 \
        "$tools/fault_drive" -n "$most" -s 60 "$command" "$preload" || true
    sh tests/faults/table.sh "$results/$round"-*.tab
}

usual=$tree/build/check/faults/teetape
sanitized=$tree/build/check/faults-asan/teetape
run_all plain C.UTF-8 "$usual" "$tools/fault_shim.so" "${TT_FAULTS_MOST:-40}" cases "$@"
# setlocale of glibc forgets to free what it has when there is no more
run_all asan C "$sanitized" "$tools/fault_shim.so:$(gcc -print-file-name=libasan.so)" "${TT_FAULTS_MOST_ASAN:-8}" cases "$@"
if [ "$with_library" -eq 1 ]; then
    # The program of tests/library, which knows the libraries alone.
    # shellcheck disable=SC2046
    set -- $(names_in library)
    program=tests/library/library_tool
    run_all library C.UTF-8 "$tree/build/check/faults/$program" "$tools/fault_shim.so" "${TT_FAULTS_MOST:-40}" library "$@"
    run_all library-asan C "$tree/build/check/faults-asan/$program" \
        "$tools/fault_shim.so:$(gcc -print-file-name=libasan.so)" "${TT_FAULTS_MOST_ASAN:-8}" library "$@"
fi
[ -z "$(find "$results" -name '*.err' -size +0)" ] || fail 'Something is wrong; see build/faults/*.err'
