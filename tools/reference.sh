#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/reference.sh [FOLDER]
#
# Writes the API reference, made from the public headers, into FOLDER (build/reference). Fails when there is
# anything to warn about. Needs Doxygen.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build/reference}
mkdir -p "$folder"
{
    cat docs/Doxyfile
    printf 'OUTPUT_DIRECTORY = "%s"\n' "$folder"
} | doxygen -
