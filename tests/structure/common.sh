# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Shared by the scripts of this folder. They run in the root of the tree.
# What is set here is for them.
# shellcheck disable=SC2034

# The rooms from the ground up; a file may include its own room and those before it.
core_rooms='base wire schema snap msg net map physics world teehistorian tape demo recording follow convert draw'
all_rooms="$core_rooms paint host index reading spans archive table studio jobs"

# Those of the command; every other folder of cli is a verb, which no room and no other verb includes.
cli_rooms='text shell show'

# shellcheck source=tests/support/need.sh
. tests/support/need.sh

bad=0
# Says what is wrong and goes on, so that one run shows everything.
wrong() {
    printf '%s\n' "$*"
    bad=1
}

# The C files that we write, one a line.
c_files() {
    find include src cli tests fuzz bench examples tools -name '*.[ch]' | LC_ALL=C sort
}

# Every text file of the tree that people write.
text_files() {
    c_files
    find include src -name '*.def'
    find . -path ./build -prune -o -path ./.git -prune -o -path './tests/recordings/*' -prune -o \
        -path './fuzz/corpus/*' -prune -o -path './tests/data/*' -prune -o -path './tests/golden/*' -prune -o \
        -type f \( -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt -o -name '*.json' -o -name '*.md' \) -print
    for file in check quickstart .ci/run .clang-format .editorconfig .gitignore; do
        [ -f "$file" ] && echo "$file"
    done
}

# promised MARKER FOLDER: the names that the headers of a folder declare with a marker such as TT_API: the last one before its
# first parenthesis, or before [] or ; for data.
promised() {
    for header in "$2"/*.h; do
        case ${header##*/} in
        export.h | private_api.h) ;; # where the markers are made
        *) tr '\n' ' ' <"$header" ;;
        esac
    done | grep -oE "(^|[^A-Z_])$1 [^;]*;" | sed -E 's/\(.*|\[.*|;.*//; s/.*[ *]//' | LC_ALL=C sort -u
}

temporary_folder() {
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    trap 'exit 1' INT TERM HUP
}

# What builds the tree once more in this script takes objects of the build in this folder, where the flags are the same.
reuse_objects() {
    mkdir "$folder/reuse"
    tests/support/reuse.sh --known "$folder/reuse" "$1" "$PWD"
    export TT_REUSE="$folder/reuse" CMAKE_C_COMPILER_LAUNCHER="$PWD/tests/support/reuse.sh"
}
