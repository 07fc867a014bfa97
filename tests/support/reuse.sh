#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: reuse.sh COMPILER ARGUMENT...
#        reuse.sh --known FOLDER BUILD_DIR TREE
#
# A launcher of the compiler (CMAKE_C_COMPILER_LAUNCHER), for tests that build the tree once more to test how it is built. A file of
# src/ that BUILD_DIR has compiled with the same compiler and the same flags is not compiled again: its object is copied. Levels of
# optimization, debug information, warnings and the names of outputs do not count as flags.
#
# --known writes into FOLDER what BUILD_DIR has compiled, and does nothing when Ninja did not build that. TT_REUSE is this FOLDER. It
# has a file of three lines for each source: the object, the compiler, the flags.
#
# every sh that Debian and its kin have knows -ef and -nt
# shellcheck disable=SC3013
set -u

# Sorts the words of a command into `source`, `object`, `dependencies` and `flags`.
sort_words() {
    source='' object='' dependencies='' flags='' last=''
    for word in "$@"; do
        case $last in
        -o) object=$word ;;
        -c) source=$word ;;
        -MF) dependencies=$word ;;
        -MT) ;;
        *)
            case $word in
            -c | -o | -M* | -O* | -g* | -W* | -DNDEBUG) ;;
            -I*) # the include path of the tree may be written in several ways
                for part in include src; do
                    [ ! "${word#-I}" -ef "$tree/$part" ] || word=-I$part
                done
                flags="$flags $word"
                ;;
            *) flags="$flags $word" ;;
            esac
            ;;
        esac
        last=$word
    done
    file=${source##*/src/}
}

if [ "$1" = --known ]; then
    known=$2 build=$3 tree=$4
    echo "$tree" >"$known/tree"
    [ -f "$build/build.ninja" ] || exit 0
    ninja -C "$build" -t commands teetape_core teetape_io | grep ' -o [^ ]*\.c\.o -c ' | while read -r command; do
        # paths of the tree and of builds have no blanks
        # shellcheck disable=SC2086
        set -- $command
        [ "${1##*/}" != ccache ] || shift
        compiler=$1
        shift
        sort_words "$@"
        mkdir -p "$known/${file%/*}" && printf '%s\n' "$build/$object" "$compiler" "$flags" >"$known/$file"
    done
    exit 0
fi

read -r tree <"$TT_REUSE/tree"
compiler=$1
shift
sort_words "$@"
if [ -n "$source" ] && [ -f "$TT_REUSE/$file" ] && [ "$source" -ef "$tree/src/$file" ]; then
    { read -r made && read -r made_by && IFS= read -r made_with; } <"$TT_REUSE/$file"
    if [ "$flags" = "$made_with" ] && [ "$compiler" -ef "$made_by" ] && [ "$made" -nt "$source" ]; then
        [ -z "$dependencies" ] || echo "$object: $source" >"$dependencies"
        exec cp "$made" "$object"
    fi
fi
exec "$compiler" "$@"
