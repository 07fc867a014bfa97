# SPDX-License-Identifier: MIT
#
# For scripts that drive the command, to be read with the words COMMAND SOURCE_DIR: sets teetape and tree, goes to an
# empty folder that is removed at the end, and counts what is wrong in bad.
# shellcheck shell=sh disable=SC2034
set -u
teetape=$(realpath "$1")
tree=$(realpath "$2")
bad=0
# With a share above 1, long loops run only one of this many rounds, because another build runs all
# of them.
share=${3:-1}
# shellcheck source=tests/support/need.sh
. "$tree/tests/support/need.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# A test may run commands as another user, who has to enter this folder.
chmod 755 "$folder"
cd "$folder" || exit 1
# Databases are not those of the user; maps and images are neither the user's nor the system's.
unset TEETAPE_DB TEETAPE_MAP_PATH
export XDG_DATA_HOME="$folder/.no-data" XDG_DATA_DIRS="$folder/.no-data"
# The recordings that many of the tests read.
recordings=$tree/tests/recordings
tutorial=$recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian
short=$recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian
demo=$recordings/dm1/client0.demo

# limited runs a command that may write no file of more than BLOCKS blocks. killed_after runs a
# command that is killed after SECONDS. With ./check --coverage the line counts of all commands are
# files, too: those of a limited command go to a file that nobody reads.
limited() { # BLOCKS COMMAND...
    (trap '' XFSZ && ulimit -f "$1" && shift && exec env GCOV_PREFIX="$folder/.counts" "$@")
}
killed_after() { # SECONDS COMMAND...
    kill_time=$1
    shift
    timeout -s KILL "$kill_time" env GCOV_PREFIX="$folder/.counts" "$@"
}

wrong() {
    printf '%s\n' "$*"
    bad=1
}
