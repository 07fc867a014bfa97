#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The core builds to bare wasm32 without a single import.
set -eu
. tests/structure/common.sh
need clang
command -v wasm-ld >/dev/null || need wasm-ld-14
temporary_folder
tools/check_wasm.sh "$folder/teetape.wasm"
