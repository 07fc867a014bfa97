#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Coverage: which lines the tests run, for each room; fails for a file below 95 % in the core, 85 % elsewhere.
#
# tests/coverage.txt has the files that may be below, each with its own bound and the reason. --write puts the
# table into docs/coverage.md.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh

# shellcheck disable=SC2086
ensure_packages $build_packages $test_packages gcovr
# What an earlier build left of sources that are no more would take part.
rm -rf build/check/coverage
build coverage dev build/check/coverage -DTT_WERROR=ON -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS='-O0 -g --coverage -fprofile-update=atomic' \
    -DTT_STRUCTURE_TESTS=OFF -DTT_BUILD_BENCH=OFF -DTT_TEST_SECONDS=3600
# Some tests run the command as somebody else, who may not make files here, but counts in those that are there.
find build/check/coverage/src build/check/coverage/cli -name '*.gcno' | while read -r notes; do
    : >"${notes%.gcno}.gcda"
    chmod 666 "${notes%.gcno}.gcda"
done
# Not the faults: a program that is ended while it writes its counts down, or cannot read what is there, spoils them.
logged coverage-tests env TT_NO_SKIP=1 ctest --test-dir build/check/coverage --output-on-failure -j "$(nproc)" -E '^(cli|library)\.faults$'
find build/check/coverage -name '*.gcda' -size 0 -delete
# Not what tests/ and fuzz/ build once more for themselves, with other definitions.
gcovr -r . --filter 'src/' --filter 'cli/' --csv build/check/coverage.csv build/check/coverage/src build/check/coverage/cli

# Prints the table; ends with 1 when a file is below its bound, or may be below and is not.
awk -F, -v exceptions=tests/coverage.txt '
    BEGIN {
        while ((getline line < exceptions) > 0) {
            if (line ~ /^#/ || line == "") continue
            split(line, word, " ")
            bound[word[1]] = word[2]
        }
        print "| room | lines | run | % |\n|---|---|---|---|"
    }
    NR > 1 && $2 > 0 {
        percent = 100 * $3 / $2
        usual = ($1 ~ /^src\/(host|index|archive|reading|spans|table|paint|studio|jobs)\// || $1 ~ /^cli\//) ? 85 : 95
        least = $1 in bound ? bound[$1] : usual
        seen[$1] = 1
        # Files are joined and split, but rooms remain: the first two folders of a path.
        split($1, part, "/")
        room = part[1] "/" part[2]
        if (!(room in lines)) order[++rooms] = room
        lines[room] += $2; covered[room] += $3
        if (percent < least) wrong = wrong sprintf("%s: %.1f %% of its lines are run, not %s\n", $1, percent, least)
        if ($1 in bound && percent >= usual)
            wrong = wrong sprintf("%s: %.1f %%, take it out of %s\n", $1, percent, exceptions)
        where = usual == 95 ? "core" : "io"
        all[where] += $2; run[where] += $3
    }
    END {
        for (i = 1; i <= rooms; i++) {
            room = order[i]
            printf "| %s | %d | %d | %.1f |\n", room, lines[room], covered[room], 100 * covered[room] / lines[room]
        }
        for (file in bound) if (!(file in seen)) wrong = wrong file " of " exceptions " does not exist\n"
        printf "\nThe core: %d of %d lines, %.1f %%. libteetape-io and the command: %d of %d lines, %.1f %%.\n",
            run["core"], all["core"], 100 * run["core"] / all["core"],
            run["io"], all["io"], 100 * run["io"] / all["io"]
        if (wrong != "") { printf "%s", wrong > "/dev/stderr"; exit 1 }
    }' build/check/coverage.csv >build/check/coverage.md && verdict=0 || verdict=1
tail -n 1 build/check/coverage.md
if [ "${1:-}" = --write ]; then
    {
        say '# Lines that the tests run'
        say
        # shellcheck disable=SC2016
        say 'Written by `./check --coverage --write`. A file of the core must have 95 %, any other file 85 %; `tests/coverage.txt`'
        say "explains the exceptions. These are the figures of $(date -u +%F)."
        say
        cat build/check/coverage.md
    } >docs/coverage.md
fi
exit "$verdict"
