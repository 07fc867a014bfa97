#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/build_deb.sh [FOLDER]
#
# Builds Debian's packages, source and binary, in FOLDER (build/package): of what is committed, or, in an unpacked source
# archive, of the folder as it is. The tree itself remains as it was. DEB_BUILD_OPTIONS=nocheck leaves the tests out.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

folder=${1:-build/package}
# shellcheck disable=SC2086
ensure_packages $build_packages $deb_packages
source=$folder/teetape-$(tree_version)
rm -rf "$folder"
mkdir -p "$source"
if [ -e .git ]; then
    [ -z "$(git status --porcelain)" ] || say 'Note: what is not committed is not in the packages.' >&2
    git archive HEAD | tar -x -C "$source"
else
    tar -c --exclude=./build . | tar -x -C "$source"
fi

began=$(date +%s)
# What is set here for other builds must not change what is packaged.
logged package env -C "$source" -u CFLAGS -u CPPFLAGS -u LDFLAGS -u CC dpkg-buildpackage -us -uc
say "packaged: $(find "$folder" -name '*.deb' | wc -l) packages in $folder ($(($(date +%s) - began)) s)"
