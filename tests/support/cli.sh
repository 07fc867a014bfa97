# SPDX-License-Identifier: MIT
#
# For scripts that drive the command, to be read with the words COMMAND SOURCE_DIR: sets teetape and tree, goes to an
# empty folder that is removed at the end, and counts what is wrong in bad.
# shellcheck shell=sh disable=SC2034
set -u
teetape=$(realpath "$1")
tree=$(realpath "$2")
bad=0
# shellcheck source=tests/support/need.sh
. "$tree/tests/support/need.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# Others may have to look into it.
chmod 755 "$folder"
cd "$folder" || exit 1

wrong() {
    printf '%s\n' "$*"
    bad=1
}
