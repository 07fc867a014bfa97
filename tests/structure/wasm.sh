#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The core builds to bare wasm32 without a single import.
set -eu
. tests/structure/common.sh
command -v clang >/dev/null || missing clang
command -v wasm-ld >/dev/null || command -v wasm-ld-14 >/dev/null || missing lld
temporary_folder
tools/check_wasm.sh "$folder/teetape.wasm"
