#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: archive.sh
#
# The source archive: the same commit gives the same bytes, and the unpacked archive has its own core in single/, builds, tells its commit
# and passes ./quickstart and ./check where there is no git.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

[ -e .git ] || { say 'skipped: a source archive is made in a clone, and this is none' && exit 0; }
folder=$PWD/build/check/archive
rm -rf "$folder"
mkdir -p "$folder/again" "$folder/bin"
archive=$folder/teetape-$(tree_version).tar.xz
tools/make_release.sh "$folder"
(umask 077 && TZ=Asia/Tokyo tools/make_release.sh "$folder/again" >/dev/null)
cmp "$archive" "$folder/again/$(basename "$archive")" || fail 'The same commit made another archive.'
(cd "$folder" && sha256sum -c --quiet ./*.sha256)

commit=$(git rev-parse HEAD | cut -c 1-12)
# In place of git there is what says that it was asked for.
printf '%s\n' '#!/bin/sh' "echo \"git \$*\" >>'$folder/git-was-called'" 'exit 127' >"$folder/bin/git"
chmod +x "$folder/bin/git"
PATH=$folder/bin:$PATH
export PATH
tar -xf "$archive" -C "$folder"
cd "$folder/$(basename "$archive" .tar.xz)"
tools/amalgamate.sh "$folder/single"
diff -rq single "$folder/single" || fail 'single/ is not what tools/amalgamate.sh makes of the tree.'
# structure.amalgamation compiles it without an optimizer, which some warnings need.
for compiler in gcc clang; do
    "$compiler" -std=c99 -O2 -Wall -Wextra -Wpedantic -Wshadow -Werror -c single/teetape.c -o "$folder/single.o"
done

./quickstart >"$folder/shown"
grep -q '^ *0  player0 > renamed0' "$folder/shown" || { cat "$folder/shown" && fail './quickstart does not show who was there.'; }
build/release/teetape --version >/dev/null || fail './quickstart leaves no command.'
./check
build/check/release/teetape --version | grep -q "^commit  *$commit\$" || fail "teetape --version does not tell the commit $commit"
[ ! -e "$folder/git-was-called" ] || { cat "$folder/git-was-called" && fail 'The build of an archive called git.'; }
say "the source archive is reproducible, builds, passes ./check without git, and tells its commit: $commit"
