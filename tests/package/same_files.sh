#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: same_files.sh FOLDER
#
# The packages in FOLDER, which tools/build_deb.sh left there, install what `cmake --install` installs: the same files with the
# same modes and contents. What differs by Debian's rules, and nothing else, is named in here.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh
temporary_folder

source=$(cd "$1"/teetape-*/ && pwd)
for package in "$1"/*.deb; do
    # Python's package is not of `cmake --install` but of pip: tests/python/package.sh
    case $package in *-dbgsym_* | */python3-*) ;; *) dpkg-deb -x "$package" "$scratch/packaged" ;; esac
done

# A user's build of the same source with Debian's flags: what is compiled must then be the same to the byte.
flags() {
    (cd "$source" && DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --get "$1")
}
CFLAGS="$(flags CFLAGS) $(flags CPPFLAGS)" LDFLAGS=$(flags LDFLAGS)
export CFLAGS LDFLAGS
(cd "$source" && logged same-configure cmake --preset release -B "$scratch/build" -DCMAKE_INSTALL_PREFIX=/usr &&
    logged same-build cmake --build "$scratch/build")
DESTDIR=$scratch/installed logged same-install cmake --install "$scratch/build"

cd "$scratch"
# 1. Documentation has its place in a package and none in `cmake --install`.
rm -r packaged/usr/share/doc
# 2. Man pages are compressed.
gunzip packaged/usr/share/man/man1/*.gz
# 3. zsh looks elsewhere.
mv packaged/usr/share/zsh/vendor-completions packaged/usr/share/zsh/site-functions
# 4. Debian 12 has the units outside of /usr.
mkdir -p packaged/usr/lib/systemd
mv packaged/lib/systemd/system packaged/usr/lib/systemd/system
rmdir packaged/lib/systemd packaged/lib
# 5. Debug information and notes are in packages of their own.
for root in packaged installed; do
    strip --strip-unneeded --remove-section=.comment --remove-section=.note.gnu.build-id \
        --remove-section=.gnu_debuglink $root/usr/bin/teetape $root/usr/lib/*/libteetape*.so.0.*.*
    strip --strip-debug --enable-deterministic-archives --remove-section=.comment --remove-section=.note.GNU-stack \
        $root/usr/lib/*/libteetape*.a
done

list() {
    (cd "$1" && find . -printf '%P %y %m %l\n' | sort)
}
list packaged >packaged.list
list installed >installed.list
diff packaged.list installed.list || fail 'packaged (<) and installed by cmake (>) are not the same files'
diff -r packaged installed || fail 'packaged and installed by cmake differ in content'
say "the same files: $(find packaged -type f | wc -l) files and $(find packaged -type l | wc -l) links with the same contents and modes"
