# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Libraries for other machines, in folders of their own: nothing of it is installed, and the system's list of
# architectures remains as it is. Debian's apt fetches and verifies, from the same places and with the same keys as for
# this machine, but keeps its lists elsewhere. To be read after tools/lib.sh.

# apt_apart FOLDER LINE...: makes FOLDER/apt.conf, with which apt keeps everything in FOLDER. Lines are added to it.
apt_apart() {
    apart=$1
    shift
    mkdir -p "$apart/lists/partial" "$apart/cache/archives/partial"
    : >"$apart/status" # nothing is installed there, so that everything is fetched
    {
        printf 'Dir::State::%s "%s";\n' lists "$apart/lists" status "$apart/status"
        printf 'Dir::Cache "%s";\nAcquire::Languages "none";\nAPT::Sandbox::User "root";\n' "$apart/cache"
        [ $# -eq 0 ] || printf '%s\n' "$@"
    } >"$apart/apt.conf"
    # Some place may have no such architecture or no sources; what is missing then shows in the next step.
    apt-get -c "$apart/apt.conf" update || say 'apt could not read every list'
}

# unpack_foreign ARCHITECTURE FOLDER NAME...: packages of another architecture, and what they depend on, in FOLDER.
unpack_foreign() {
    architecture=$1 sysroot=$2
    shift 2
    rm -rf "$sysroot" "$sysroot.apt"
    apt_apart "$sysroot.apt" "APT::Architecture \"$architecture\";" "APT::Architectures { \"$architecture\"; };"
    mkdir -p "$sysroot"
    apt-get -c "$sysroot.apt/apt.conf" install -d -y --no-install-recommends "$@" || return
    for package in "$sysroot.apt"/cache/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" >"$sysroot.apt/tar" &&
            tar -C "$sysroot" --exclude='./usr/share/doc' --exclude='./usr/share/man' -xf "$sysroot.apt/tar" || return
    done
    rm -rf "$sysroot.apt"
}

# unpack_sources FOLDER NAME...: source packages, with Debian's patches, as FOLDER/NAME.
unpack_sources() {
    sources=$1
    shift
    rm -rf "$sources" "$sources.apt"
    mkdir -p "$sources" "$sources.apt/places"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        case $file in
        *.list) sed -n 's/^deb\([[:blank:]]\)/deb-src\1/p' "$file" ;;
        *.sources) sed 's/^Types:.*/Types: deb-src/' "$file" ;;
        esac >"$sources.apt/places/${file##*/}" 2>/dev/null || continue
    done
    apt_apart "$sources.apt" 'Dir::Etc::SourceList "/dev/null";' "Dir::Etc::SourceParts \"$sources.apt/places\";"
    # A mirror may list a version before it has its files. An older one does as well.
    for name in "$@"; do
        (
            cd "$sources.apt" || exit
            for version in $(apt-cache -c apt.conf showsrc "$name" | sed -n 's/^Version: //p' | sort -rV); do
                apt-get -c apt.conf source "$name=$version" && exit
            done
            exit 1
        ) && mv "$sources.apt/$name"-[0-9]*/ "$sources/$name" || return
    done
    rm -rf "$sources.apt"
}

# once FILE COMMAND...: runs the command unless it went well before with the same words, which FILE keeps.
once() {
    kept=$1
    shift
    [ "$(cat "$kept" 2>/dev/null)" != "$*" ] || return 0
    logged "${kept##*/}" "$@"
    say "$*" >"$kept"
}
