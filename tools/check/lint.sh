#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Static analysis and valgrind; the words name tools: shellcheck cppcheck gcc clang-tidy valgrind. All of them without words.
#
# What a tool finds is repaired; an exception is where it is, with its reason (NOLINT, shellcheck disable), or in
# the list of its tool: tools/check/clang-tidy.yaml, cppcheck.txt, valgrind.txt. Logs remain in build/lint/.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

[ $# -gt 0 ] || set -- shellcheck cppcheck gcc clang-tidy valgrind
logs=build/lint
failed=''
mkdir -p "$logs"

# What gcc 12 cannot follow, and who looks instead: memory that is kept in the caller's struct (LeakSanitizer, valgrind,
# ./check --faults), and bytes that loops fill (clang-tidy, valgrind).
gcc_flags='-fanalyzer -Wno-analyzer-malloc-leak -Wno-analyzer-use-of-uninitialized-value'
# The examples let the system close what main has opened.
without='-DTT_WERROR=ON -DTT_STRUCTURE_TESTS=OFF -DTT_BUILD_BENCH=OFF -DTT_BUILD_EXAMPLES=OFF'

# Tests that read for very long, or look at what valgrind changes: memory limits, time, the descriptors that are open.
long_tests='cli_index host_codec host_compress host_seek cli_terminal teehistorian_cut_state'

lint_shellcheck() {
    ensure_packages shellcheck
    # shellcheck disable=SC2046
    shellcheck -x -S warning $(git ls-files | xargs grep -lE '^#!/bin/(ba)?sh|^# shellcheck shell=sh')
}

lint_cppcheck() {
    ensure_packages cppcheck
    # One process, which alone follows calls from file to file and says what tools/check/cppcheck.txt lists without need.
    # Without -D it tries up to twelve sets of the names that headers ask for, file by file, for an hour.
    cppcheck -q -DTT_BUILDING --enable=warning,performance,portability,information --suppress=missingIncludeSystem --std=c11 \
        --inline-suppr --error-exitcode=1 --suppressions-list=tools/check/cppcheck.txt -Iinclude -Isrc -I. src cli tools examples
}

lint_gcc() {
    # shellcheck disable=SC2086
    ensure_packages $build_packages
    # shellcheck disable=SC2086
    cmake --preset dev -B build/check/analyzer $without -DCMAKE_C_COMPILER=gcc -DTT_BUILD_TESTS=OFF \
        -DCMAKE_C_FLAGS="-O1 $gcc_flags"
    cmake --build build/check/analyzer -- -k 0
}

lint_clang_tidy() {
    # shellcheck disable=SC2086
    ensure_packages $build_packages clang clang-tidy
    # shellcheck disable=SC2086
    cmake --preset dev -B build/check/tidy $without -DCMAKE_C_COMPILER=clang -DTT_BUILD_TESTS=OFF
    # what this build compiles: not the rooms for Windows
    find src cli -name '*.c' ! -path '*/windows/*' | sort | xargs -P "$(nproc)" -n 4 \
        clang-tidy --config-file=tools/check/clang-tidy.yaml -p build/check/tidy --quiet
}

# command_is_clean NAME VERB [WORD...]; counts, so that the report has their number.
command_is_clean() {
    name=$1
    shift
    commands=$((commands + 1))
    tools/memory.sh "$name" "$teetape" "$@" || good=1
}

lint_commands() {
    dm1=$(echo tests/recordings/dm1/*.teehistorian)
    demo=tests/recordings/dm1/client0.demo
    command_is_clean info info -r tests/recordings
    command_is_clean players players --json -r tests/recordings
    command_is_clean verify verify -j 2 -r tests/recordings
    command_is_clean chat chat "$dm1" "$demo"
    command_is_clean dump dump --to 0:15 "$dm1"
    command_is_clean items dump --items --to 0:15 "$demo"
    command_is_clean cut cut --force --from 0:20 --to 0:40 -o "$logs/cut.teehistorian" "$dm1"
    command_is_clean repair repair --force -o "$logs/repaired.teehistorian" "$logs/cut.teehistorian"
    command_is_clean anonymize anonymize --force -o "$logs/anonymous.teehistorian" "$dm1"
    command_is_clean demo demo --force --from 0:20 --to 0:40 -o "$logs/made.demo" "$dm1"
    command_is_clean map map --force -o "$logs/dm1.map" "$demo"
    command_is_clean part cut --force --from 0:10 --to 0:20 -o "$logs/part.demo" "$logs/made.demo"
    command_is_clean concat concat --force -o "$logs/joined.demo" "$logs/made.demo" "$logs/part.demo"
    command_is_clean picture picture --force --at 0:20 --size 320x180 -o "$logs/at.png" "$demo"
    command_is_clean paths picture --force --paths speed -o "$logs/paths.svg" "$dm1"
    command_is_clean video video --force --from 0:20 --to 0:21 --size 320x180 -o "$logs/run.y4m" "$demo"
    command_is_clean page page --force -o "$logs/run.html" "$demo"
    command_is_clean table table ticks --force -o "$logs/ticks.parquet" "$dm1"
    command_is_clean sqlite table facts --force -o "$logs/facts.sqlite" "$demo"
    command_is_clean index index --force --index-dir "$logs/folder" "$dm1"
    command_is_clean find find --db "$logs/find.sqlite" --kind name,chat tests/recordings
    command_is_clean pack pack --force -o "$logs/dm1.teehistorian.xz" "$dm1"
}

lint_valgrind() {
    # shellcheck disable=SC2086
    ensure_packages $build_packages $test_packages valgrind
    # shellcheck disable=SC2086
    cmake --preset dev -B build/check/memory $without -DCMAKE_C_COMPILER=gcc
    cmake --build build/check/memory || return 1
    teetape=$PWD/build/check/memory/teetape good=0 commands=0
    for test in build/check/memory/tests/test_*; do
        name=$(basename "$test")
        [ -f "$test" ] && [ -x "$test" ] || continue
        case " $long_tests " in *" ${name#test_} "*) continue ;; esac
        say "$name $PWD/$test"
    done >"$logs/memory.tests"
    [ -s "$logs/memory.tests" ] || return 1
    mkdir -p "$logs/folder"
    TT_MEMORY_FOLDER=$logs/folder xargs -P "$(nproc)" -n 2 tools/memory.sh <"$logs/memory.tests" || good=1
    lint_commands
    say "valgrind: $(wc -l <"$logs/memory.tests") programs and $commands commands"
    return $good
}

for tool in "$@"; do
    case $tool in
    shellcheck) run=lint_shellcheck ;;
    cppcheck) run=lint_cppcheck ;;
    gcc) run=lint_gcc ;;
    clang-tidy) run=lint_clang_tidy ;;
    valgrind) run=lint_valgrind ;;
    *) fail 'usage: ./check --lint [shellcheck] [cppcheck] [gcc] [clang-tidy] [valgrind]' ;;
    esac
    heading "$tool"
    began=$(date +%s) verdict=clean
    ($run) >"$logs/$tool.log" 2>&1 || verdict=FAILED
    if [ $verdict = FAILED ]; then
        grep -vE '^\[[0-9]+/[0-9]+\] |warnings? generated' "$logs/$tool.log" | tail -n 60
        failed="$failed $tool"
    fi
    say "$tool: $verdict ($(($(date +%s) - began)) s, log in $logs/$tool.log)"
done
[ -z "$failed" ] || fail "Not clean:$failed"
