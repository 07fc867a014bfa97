# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
#
# What the commands in README, guides and man pages are run on: a folder with the files that they name.
# `command` and `source` are set by the script that sources this, and it changes to a folder of its own; the programs of examples/ are built beside the
# command.

# shellcheck source=tests/support/need.sh
. "$source/tests/support/need.sh"

# Uses memory where possible: commands wait for the disk before they give a file its name.
if [ -w /dev/shm ]; then
    here=$(mktemp -d /dev/shm/teetape-XXXXXX)
    trap 'rm -rf "$here"' EXIT
    trap 'exit 1' INT TERM HUP
    cd "$here" || exit 1
fi
# Puts the command and the examples into the PATH.
mkdir -p bin
ln -sf "$command" bin/teetape
# Nobody looks at a video here, so it is made as fast as it can be.
if encoder=$(command -v ffmpeg); then
    # shellcheck disable=SC2016 # for bash
    printf '#!/bin/bash\nexec %s "${@:1:$#-1}" -preset ultrafast "${@:$#}"\n' "$encoder" >bin/ffmpeg
    chmod +x bin/ffmpeg
fi
examples=$(dirname "$command")/examples
[ -x "$examples/record" ] || skip 'the examples are not built'
PATH=$PWD/bin:$examples:$PATH
export PATH
# Keeps the commands away from the user's database, maps and settings.
HOME=$PWD/home XDG_CACHE_HOME=$PWD/home/cache XDG_DATA_HOME=$PWD/home/data XDG_DATA_DIRS=$PWD/home/data
export HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_DATA_DIRS
unset TEETAPE_MAP_PATH

# make_sample SECONDS: makes the recording FILE of a game of this many seconds, and the other files
# of the sample, in ./sample.
make_sample() {
    rm -rf sample home
    mkdir -p sample/archive/2026-11-21 sample/demos home
    recordings=$source/tests/recordings
    (
        cd sample || exit 1
        record FILE "$1"
        record archive/2026-11-21/one.teehistorian 700
        make_demo bare.demo
        teetape map -q -o dm1.map "$recordings"/dm1/client0.demo
        teetape cut -q --force --attach-map dm1.map -o FILE.demo bare.demo
        rm dm1.map bare.demo
        cp FILE.demo demos/one.demo
        cp "$recordings"/dm1/client0.demo demos/
        cp "$recordings"/dm1/*.teehistorian session.teehistorian
        cp session.teehistorian "$recordings"/map-change/*.teehistorian archive/
        xz -0 -k FILE
        zstd -q -1 FILE
        teetape cut -q --to 1000 -o part1.demo FILE.demo
        teetape cut -q --from 1000 --to 2000 -o part2.demo FILE.demo
        teetape cut -q --from 2000 -o part3.demo FILE.demo
        teetape demo -q --no-map -o record.demo "$source"/tests/data/physics/20-feat22.teehistorian.xz
        cp record.demo mine.demo
        saves=$source/tests/data/physics/16-save52.teehistorian.xz
        teetape cut -q --to 1700 -o monday.teehistorian "$saves"
        teetape cut -q --from 1700 -o tuesday.teehistorian "$saves"
        echo secret >key
        echo '2026-11-21 08:05:00 I chat: 0:-2:player0: hello' >server.log
        echo 1 2 3 | teetape codec varint encode | teetape codec huffman encode >chunks.hex
    )
}

# in_sample SCRIPT OUTPUT: runs a script of bash in a fresh copy of the sample. Its status is the result.
in_sample() {
    rm -rf work
    cp -rl sample work
    # the sample must not have the files that these commands write
    case $(cat "$1") in
    *'teetape pack '*) rm -f work/FILE.xz work/FILE.zst ;;
    *'teetape unpack '*) rm -f work/FILE ;;
    esac
    (cd work && bash -e -u "../$1" >"../$2" 2>"../$2.err")
}
