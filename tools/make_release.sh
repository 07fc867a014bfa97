#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/make_release.sh [FOLDER]
#
# Makes the source archive teetape-VERSION.tar.xz of what is committed in FOLDER (build/release-archive), and its SHA-256
# beside it. Beside the tree the archive has the folder single/, which tools/amalgamate.sh makes of it. The same commit gives the same
# archive: times and owners are git's, and xz runs with one thread and fixed settings.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

folder=${1:-build/release-archive}
[ -e .git ] || fail 'The source archive is made in a clone: it is what git has.'
ensure_packages git xz-utils
[ -z "$(git status --porcelain)" ] || say 'Note: what is not committed is not in the archive.' >&2

name=teetape-$(tree_version)
mkdir -p "$folder"
temporary_folder
git archive HEAD | tar -xf - -C "$scratch"
"$scratch/tools/amalgamate.sh" "$scratch/single"
# the commit's time, whatever git's settings of this user say about owners and groups
git -c tar.umask=0022 archive --format=tar --prefix="$name/single/" --add-file="$scratch/single/teetape.h" \
    --add-file="$scratch/single/teetape.c" --prefix="$name/" -o "$folder/$name.tar" HEAD
xz -9 --threads=1 --force "$folder/$name.tar"
(cd "$folder" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")
say "$folder/$name.tar.xz"
