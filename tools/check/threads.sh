#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The thread sanitizer over everything that works on several threads: readings, jobs, scans, packing, stops.
#
# Words name tests (those of ctest) in place of the usual ones.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

# shellcheck disable=SC2086
ensure_packages $build_packages $test_packages
build threads dev build/check/threads -DCMAKE_C_COMPILER=gcc -DTT_SANITIZE=thread -DTT_STRUCTURE_TESTS=OFF \
    -DTT_BUILD_BENCH=OFF -DTT_TEST_SECONDS=900
[ $# -gt 0 ] || set -- io_threads io_reading host_jobs host_sequence host_stop host_streams archive_scan archive_pack \
    library.same cli.io_examples cli.video
names=''
for name in "$@"; do
    names="$names${names:+|}$name"
done
heading 'Testing under the thread sanitizer'
TT_NO_SKIP=1 TSAN_OPTIONS='halt_on_error=1 second_deadlock_stack=1' \
    exec ctest --test-dir build/check/threads --output-on-failure --no-tests=error -R "^($names)\$"
