#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: install.sh, in a folder with the packages and tests/ of the tree, as root on a system that may be spoilt
#
# What a user of the packages does: installs, runs the command, builds programs, upgrades, removes. Each step says what is
# wrong; at the end the system is as it was before.
set -eu
recording=$PWD/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
packages='teetape libteetape0.3 libteetape-dev libteetape-io0.3 libteetape-io-dev python3-teetape'
scratch=$(mktemp -d)

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

quietly() {
    "$@" >"$scratch/log" 2>&1 || {
        tail -n 40 "$scratch/log"
        fail "failed: $*"
    }
}

# Every file of the system with its kind, mode and owner, what dpkg knows, and what the linker finds.
system_state() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /srv -o -path /var/cache -o \
        -path /var/log -o -path /var/lib/apt -o -path '/var/lib/dpkg/*-old' \) -prune -o -printf '%y %m %u:%g %p %l\n' | sort
    find /etc -xdev -type f ! -name ld.so.cache -exec sha256sum {} + | sort
    # shellcheck disable=SC2016
    dpkg-query -W -f '${binary:Package} ${Version} ${db:Status-Abbrev}\n'
    ldconfig -p | sort
}

# Each package has VERSION, its files are as dpkg installed them, and the command works.
works() {
    for package in $packages; do
        # shellcheck disable=SC2016
        [ "$(dpkg-query -W -f '${db:Status-Status} ${Version}' "$package")" = "installed $1" ] || fail "$package is not installed as $1"
    done
    # shellcheck disable=SC2086
    changed=$(dpkg --verify $packages)
    [ -z "$changed" ] || fail "not as it was packaged: $changed"
    teetape --version | head -n 1 | grep -q '^teetape 0\.' || fail 'teetape --version'
    teetape --version | grep -qE '^commit +[0-9a-f]{12}$' || fail 'teetape --version does not tell the commit'
    for part in liblzma libzstd zlib sqlite; do
        teetape --version | grep "$part" | grep -qv 'not built in' || fail "the command came without $part"
    done
    teetape players "$recording" | grep -q '^ *0  player0 > renamed0' || fail 'teetape players'
    teetape verify -r --quiet tests/recordings || fail 'teetape verify'
    teetape find --player player1 --db "$scratch/archive.db" tests/recordings/dm1 >"$scratch/found" || fail 'teetape find'
    grep -q player1 "$scratch/found" || fail 'teetape find did not find player1'
    # from another folder, so that nothing of the tree is imported
    (cd "$scratch" && python3 - "$recording" "$1") <<'END' || fail 'the module teetape of python3-teetape'
import sys
import teetape
run = teetape.open(sys.argv[1])
ticks = run.ticks(columns="tick,cid,x,y")
assert teetape.__file__.startswith("/usr/lib/python3/dist-packages/"), teetape.__file__
assert sys.argv[2].startswith(teetape.__version__), teetape.__version__
assert ticks.height > 1000 and ticks.damage is None and len(memoryview(ticks["x"])) == ticks.height
assert "renamed0" in list(run.sessions()["name"])
assert "arrow_array_stream" in repr(ticks.__arrow_c_stream__())
assert teetape.varint_decode(teetape.varint_encode([1, -70, 2**31 - 1])) == [1, -70, 2**31 - 1]
assert len(run.cut(start=1000, stop=1100)) > 100
END
}

documented() {
    for page in /usr/share/man/man1/teetape*.1.gz; do
        gzip -t "$page" || fail "$page"
    done
    # one page for the command and for each of its commands
    teetape --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' >"$scratch/commands"
    [ -s "$scratch/commands" ] || fail 'no command in teetape --help'
    while read -r name; do
        [ "$name" = help ] || [ -e "/usr/share/man/man1/teetape-$name.1.gz" ] || fail "no man page of $name"
    done <"$scratch/commands"
    bash -n /usr/share/bash-completion/completions/teetape || fail 'completion of bash'
    for file in /usr/share/zsh/vendor-completions/_teetape /usr/share/fish/vendor_completions.d/teetape.fish \
        /lib/systemd/system/teetape-archive@.service /lib/systemd/system/teetape-archive@.timer \
        /usr/share/doc/teetape/copyright /usr/share/doc/teetape/CHANGELOG.md /usr/share/doc/teetape/docs/migrating.md \
        /usr/share/doc/libteetape-dev/docs/format/map.md; do
        [ -s "$file" ] || fail "no $file"
    done
    find /usr/share/doc/teetape /usr/share/doc/libteetape-dev -name '*.md' >"$scratch/pages"
    while read -r page; do
        grep -o '](\([^)#][^)]*\))' "$page" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^[a-z]*:' >"$scratch/links" || true
        while read -r link; do
            [ -e "$(dirname "$page")/$link" ] || fail "$page: a link to what is not there: $link"
            echo "$link" >>"$scratch/followed"
        done <"$scratch/links"
    done <"$scratch/pages"
    [ -s "$scratch/followed" ] || fail 'no page links to another'
}

# Every example by pkg-config, the outside project by CMake; both with the shared and with the static library. What each
# example does is tested in the tree: here those that read a recording show that the library is found and works.
builds_against() {
    strict='-std=c11 -Wall -Wextra -Werror' below=$(pkg-config --libs liblzma libzstd zlib sqlite3 harfbuzz)
    mkdir -p "$scratch/programs"
    for example in /usr/share/doc/libteetape-dev/examples/*.c; do
        name=$(basename "$example" .c) more='' module=teetape static=-l:libteetape.a
        ! grep -q '^#include <zlib.h>' "$example" || more=-lz
        ! grep -q '^#include .teetape/io' "$example" || module=teetape-io static="-l:libteetape-io.a $static $below -pthread"
        # shellcheck disable=SC2046,SC2086
        quietly cc $strict "$example" $(pkg-config --cflags --libs $module) $more -o "$scratch/programs/$name"
        # shellcheck disable=SC2086
        quietly cc $strict "$example" $static $more -o "$scratch/programs/$name-static"
    done
    for name in fields finishes joins read_json resume_at where; do
        "$scratch/programs/$name" "$recording" >"$scratch/shared" || fail "$name"
        "$scratch/programs/$name-static" "$recording" | cmp - "$scratch/shared" || fail "$name: the libraries differ"
    done
    ldd "$scratch/programs/joins" | grep -q 'libteetape\.so\.0\.3 => /' || fail 'joins does not use libteetape.so.0.3'
    quietly cmake -S tests/consumer -B "$scratch/consumer"
    quietly cmake --build "$scratch/consumer"
    "$scratch/consumer/consumer_shared" || fail 'tests/consumer with the shared library'
    "$scratch/consumer/consumer_static" || fail 'tests/consumer with the static library'
    for program in "$scratch"/consumer/consumer_io_*; do
        (cd "$scratch" && "$program" "$recording") || fail "$program does not work"
    done
    ldd "$scratch/consumer/consumer_io_shared_c99" | grep -q 'libteetape-io\.so\.0\.3 => /' || fail 'consumer_io does not use libteetape-io.so.0.3'
    quietly make -C tests/consumer
    for program in consumer consumer_io consumer_io_static; do
        (cd "$scratch" && "$OLDPWD/tests/consumer/$program" "$recording") || fail "$program by pkg-config"
    done
}

# The same packages, called a higher version.
repack_as() {
    mkdir -p "$scratch/higher"
    for package in $packages; do
        rm -rf "$scratch/unpacked"
        dpkg-deb -R ./"${package}"_*.deb "$scratch/unpacked"
        sed -i "s/$version/$1/g" "$scratch/unpacked/DEBIAN/control"
        quietly dpkg-deb -b "$scratch/unpacked" "$scratch/higher/$package.deb"
    done
}

rm -f ./*-dbgsym_*.deb
version=$(dpkg-deb -f ./teetape_*.deb Version)
quietly apt-get update
# what our packages bring could upgrade a library of the bare system
quietly apt-get upgrade -y
quietly apt-get install -y --no-install-recommends gcc g++ libc6-dev pkg-config cmake make zlib1g-dev
# so that only what our packages bring goes with them
quietly apt-get autoremove -y --purge
system_state >"$scratch/before"

quietly apt-get install -y --no-install-recommends ./*.deb
works "$version"
documented
sh tests/package/nights.sh /lib/systemd/system/teetape-archive@.service || fail 'the nights of docs/guides/operator.md'
builds_against
echo "installed $version: the command works, examples and an outside project build"

quietly apt-get install -y --reinstall ./*.deb
works "$version"
echo "installed again over itself: works"

higher=$version+later1
repack_as "$higher"
quietly apt-get install -y "$scratch"/higher/*.deb
works "$higher"
"$scratch/programs/joins" "$recording" >/dev/null || fail 'a program that was built before the upgrade'
echo "upgraded to $higher: works, and so does a program that was built before"

# The command remains without the library.
quietly apt-get install -y --allow-downgrades ./*.deb
quietly apt-get remove -y python3-teetape libteetape-io-dev libteetape-io0.3 libteetape-dev libteetape0.3
teetape --version >"$scratch/log" || fail 'the command without the library'
quietly apt-get remove -y teetape
# apt knows nothing any more of what it cannot fetch; dpkg does
# shellcheck disable=SC2086
quietly dpkg --purge $packages
quietly apt-get autoremove -y --purge
system_state >"$scratch/after"
diff "$scratch/before" "$scratch/after" || fail 'left over, or lost (above)'
echo "removed and purged: nothing is left ($(wc -l <"$scratch/before") lines of the system's state are as before)"
