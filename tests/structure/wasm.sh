#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: wasm.sh BUILD_DIR
#
# The core builds to bare wasm32 without a single import. Its objects are those of the page's module where BUILD_DIR made it;
# `./check --ports` and the preset wasm compile all of it with -O2.
set -eu
. tests/structure/common.sh
need clang
command -v wasm-ld >/dev/null || need wasm-ld-14
temporary_folder
made=$1/web/objects
[ -d "$made" ] || made=''
tools/check_wasm.sh "$folder/teetape.wasm" $made
