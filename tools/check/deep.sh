#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What takes hours or luck: every fault of the system in turn, 1,000 forged recordings of 20.1 and of 16.4 each, fuzzing of every target, servers of ClickHouse.
set -eu
cd "$(dirname "$0")"

# No case has more calls of a kind than that, but for the memory of `find`, which has thousands: 400 of them are tried.
TT_FAULTS_MOST=${TT_FAULTS_MOST:-400} TT_FAULTS_MOST_ASAN=${TT_FAULTS_MOST_ASAN:-100} ./faults.sh
TT_FORGERIES=1000 ../../build/check/faults/tests/test_physics_forgeries
./scale.sh
./fuzz.sh
