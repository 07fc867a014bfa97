#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/fresh_debian.sh FOLDER COMMAND...
#
# Runs COMMAND on a bare Debian: a folder made by debootstrap, of the release that runs here and from where apt gets its packages
# here, with a copy of FOLDER in /srv/copy. The bare system remains in build/fresh-debian for the next time; each run has
# a copy of it, which goes when the command ends. Needs root, for chroot and for mounts of its own.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

[ $# -ge 2 ] || fail 'usage: tools/fresh_debian.sh FOLDER COMMAND...'
[ "$(id -u)" = 0 ] || fail 'A bare Debian in a folder needs root (chroot): run this with sudo.'
ensure_packages debootstrap util-linux
base=$PWD/build/fresh-debian
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

# One line for each place that apt has for this release: address, suite, component.
debian_sources() {
    for codename in "$suite" "$suite-updates" "$suite-security"; do
        # shellcheck disable=SC2016
        apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' "Codename: $codename" |
            grep ' main$' || true
    done | sort -u
}

if [ ! -e "$base/.done" ]; then
    rm -rf "$base"
    mkdir -p "$base"
    # without lists apt does not tell
    [ -n "$(debian_sources)" ] || logged apt-update apt-get update
    mirror=$(debian_sources | sed -n "s/ $suite main\$//p" | head -n 1)
    [ -n "$mirror" ] || fail "apt has no source of the release $suite."
    logged debootstrap unshare --mount debootstrap --variant=minbase --include=ca-certificates "$suite" "$base" "$mirror"
    touch "$base/.done"
fi

run=$(mktemp -d "$PWD/build/fresh-debian-run.XXXXXX")
trap 'rm -rf --one-file-system "$run"' EXIT
trap 'exit 1' INT TERM HUP
cp -a "$base/." "$run/"
mkdir -p "$run/srv/copy"
cp -R "$1/." "$run/srv/copy/"
shift

# The network as it is here: names, proxies, certificates. The addresses are those of apt here.
rm -f "$run/etc/apt/sources.list"
debian_sources | sed 's/^/deb /' >"$run/etc/apt/sources.list"
apt-config dump | grep -iE '^Acquire::https?::' >"$run/etc/apt/apt.conf.d/90here" || true
for file in hosts resolv.conf; do
    [ ! -e "/etc/$file" ] || cp -L "/etc/$file" "$run/etc/$file"
done
if [ -d /usr/local/share/ca-certificates ]; then
    cp -R /usr/local/share/ca-certificates "$run/usr/local/share/"
fi

# Mounts and processes in spaces of their own end with the command, whatever ends it.
# shellcheck disable=SC2016,SC2046
unshare --mount --pid --fork --kill-child sh -c '
    mount -t proc proc "$1/proc"
    root=$1
    shift
    exec chroot "$root" "$@"' sh "$run" \
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    $(env | grep -iE '^(http|https|no)_proxy=' || true) \
    sh -c '[ ! -d /usr/local/share/ca-certificates ] || update-ca-certificates >/dev/null 2>&1
        cd /srv/copy && exec "$@"' sh "$@"
