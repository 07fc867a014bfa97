#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What has one place has no second one: the constants of the game, the callback of the writers, the rule of implicit ticks.
set -u
. tests/structure/common.sh

# only PLACE PATTERN WHAT: no C file but PLACE has the pattern.
only() {
    # names in the tree have no blanks
    # shellcheck disable=SC2046
    grep -nE -- "$2" $(c_files | grep -vxF "$1") && wrong "$3: only in $1 (lines above)"
    grep -qE -- "$2" "$1" || wrong "$1: has no $3"
}

only include/teetape/game.h '626fce9a778df4d4|802f1be60a05665f' 'net versions'
only include/teetape/game.h '# *define +[A-Z_]*TICKS_(PER|A)_SECOND' 'ticks of a second'
only include/teetape/sink.h 'typedef int +\(?\*?[a-z_]+\)?\(void \*user, tt_bytes ' 'the callback of a writer'
# benchmarks bring readers and writers that share nothing with the library
rule='[a-z_]*cid (<=|>|<|>=) [a-z>-]*(last|max)_cid'
# shellcheck disable=SC2046
grep -nE -- "$rule" $(c_files | grep -E '^(src|cli|tools|examples)/' | grep -vxF src/teehistorian/tick.h) &&
    wrong 'the rule of implicit ticks: only in src/teehistorian/tick.h (lines above)'
grep -qE -- "$rule" src/teehistorian/tick.h || wrong 'src/teehistorian/tick.h: has no rule'
exit $bad
