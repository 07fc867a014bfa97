#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What takes hours or luck: every fault of the system in turn, and fuzzing of every target.
set -eu
cd "$(dirname "$0")"

./faults.sh
./fuzz.sh
