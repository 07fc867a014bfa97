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

# Tees are where they are on other machines: the same hash as in tests/test_physics.c.
need node
for source in src/physics/*.c tests/support/physics_states.c; do
    clang --target=wasm32 -std=c11 -O2 -ffreestanding -nostdlib -nostdlibinc -mbulk-memory -ffunction-sections \
        -Iinclude -Isrc -Itests -DTT_BUILDING -c "$source" -o "$folder/$(basename "$source").o"
done
"$(command -v wasm-ld || command -v wasm-ld-14)" --no-entry --gc-sections --export=physics_states_hash \
    "$folder"/*.o -o "$folder/states.wasm"
expected=$(sed -n 's/.*PHYSICS_STATES_HASH UINT64_C(0x\(.*\))/\1/p' tests/support/physics_states.h)
node -e '
    WebAssembly.instantiate(require("fs").readFileSync(process.argv[1])).then(({instance}) => {
        const hash = BigInt.asUintN(64, instance.exports.physics_states_hash());
        if (hash !== BigInt("0x" + process.argv[2])) {
            console.log(`tees in wasm have the hash ${hash.toString(16)}`);
            process.exit(1);
        }
    })' "$folder/states.wasm" "$expected"
