#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/update_abi.sh
#
# Writes down which functions each shared library has now (debian/LIBRARY0.3.symbols) and how it lies in memory, down to
# the size of each struct and the place of each member (debian/LIBRARY0.3.abi.xz). For a change of the interface
# that is meant; docs/packaging.md says when that may be.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/lib.sh
. tools/lib.sh
temporary_folder

# shellcheck disable=SC2086
ensure_packages $build_packages $abi_packages
build_abi "$scratch"
for library in $libraries; do
    symbols=$(abi_file "$library" symbols)
    {
        sed '/^ [^(]/d' "$symbols" # what remains is the head, and the line of TEETAPE_PRIVATE
        nm -D --defined-only "$scratch/$library.so" | awk '$3 ~ /^tt_[^@]*$/ { print $3 }' | LC_ALL=C sort |
            while read -r name; do
                # what was there keeps the version it came with
                grep "^ $name@" "$symbols" || say " $name@Base $(tree_version)"
            done
    } >"$scratch/symbols"
    cp "$scratch/symbols" "$symbols"
    xz -9 --threads=1 --stdout "$scratch/$library.abi" >"$(abi_file "$library" abi.xz)"
done
git diff --stat -- debian 2>/dev/null || true
