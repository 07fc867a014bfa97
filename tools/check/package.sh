#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Debian's packages: built, judged, installed on a bare Debian; the source archive. Words pick steps.
#
# Steps, in order (all when none is named; every step but abi and archive needs what build leaves in build/package/):
#   build    the packages, with the tests that a package build runs
#   again    the packages once more, of the source archive, elsewhere and without tests: the same bytes
#   lint     lintian finds no error and no warning
#   same     `cmake --install` and the packages give the same files
#   abi      the binary interface is the one that is written down
#   install  on a bare Debian: installed, used, built against, upgraded, removed, nothing left (root)
#   archive  the source archive: the same bytes twice, builds and passes ./check without git
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

step_build() {
    heading 'Building the packages'
    tools/build_deb.sh build/package
}

step_again() {
    heading 'Building the packages again, of the source archive'
    folder=$PWD/build/package-again
    rm -rf "$folder"
    from=.
    # in an unpacked archive there is no other to be had
    if [ -e .git ]; then
        tools/make_release.sh "$folder"
        from=$folder/teetape-$(tree_version)
        tar -xf "$from.tar.xz" -C "$folder"
    fi
    # the profile too: what only tests need is not asked for
    DEB_BUILD_OPTIONS=nocheck DEB_BUILD_PROFILES=nocheck "$from/tools/build_deb.sh" "$folder/packages"
    for package in build/package/*.deb; do
        cmp "$package" "$folder/packages/$(basename "$package")" || fail 'The same tree made another package.'
    done
    rm -rf "$folder"
    say 'reproducible: every package has the same bytes'
}

step_lint() {
    heading 'Asking lintian'
    ensure_packages lintian
    lintian --allow-root --fail-on error,warning build/package/*.changes
    say "lintian: no error, no warning, $(find debian -name '*lintian-overrides' | wc -l) files of overrides"
}

step_same() {
    heading 'Comparing with cmake --install'
    tests/package/same_files.sh build/package
}

step_abi() {
    heading 'Comparing the binary interface'
    [ "$(dpkg --print-architecture)" = amd64 ] || { say 'skipped: what is written down is for amd64' && return 0; }
    # shellcheck disable=SC2086
    ensure_packages $build_packages $abi_packages
    temporary_folder
    build_abi "$scratch"
    for library in $libraries; do
        xz -dc "$(abi_file "$library" abi.xz)" >"$scratch/written"
        abidiff "$scratch/written" "$scratch/$library.abi" ||
            fail "The binary interface of $library is another one (above). If that is meant: docs/packaging.md, and tools/update_abi.sh"
        say "the binary interface of $library is the one written down: $(grep -c '<elf-symbol' "$scratch/$library.abi") functions and tables"
    done
}

step_install() {
    heading 'Installing on a bare Debian'
    temporary_folder
    mkdir "$scratch/tests"
    cp build/package/*.deb "$scratch/"
    cp -R tests/package tests/consumer tests/golden tests/recordings "$scratch/tests/"
    tools/fresh_debian.sh "$scratch" sh tests/package/install.sh
}

step_archive() {
    heading 'Checking the source archive'
    tests/package/archive.sh
}

[ $# -gt 0 ] || set -- build again lint same abi install archive
for step in "$@"; do
    case $step in
    build | again | lint | same | abi | install | archive) ;;
    *) fail "No such step: $step (build again lint same abi install archive)" ;;
    esac
done
for step in "$@"; do
    # in a shell of its own: what one step sets is nothing to the next
    ("step_$step")
done
heading "The package is good: $*"
