#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: bench/archive_growth.sh BUILD [N...]
#
# Shows how `teetape find` grows: for each N (1000, 10000, 100000 if not given) it fills databases with made-up rows
# (bench/archive_growth.sql), N of each kind, and prints the seconds of CPU time that searches take. What grows faster
# than N times its logarithm is a fault. A million takes some minutes and 4 GB. Needs sqlite3. How commands grow with
# the recordings that they read is another question: bench/growth.sh.
set -eu

[ $# -ge 1 ] || { sed -n '4,9s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
teetape=$1/teetape
shift
[ $# -gt 0 ] || set -- 1000 10000 100000
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty"

# fill DB N SHAPE...
fill() {
    db=$1
    n=$2
    shift 2
    rm -f "$db" "$db"-*
    "$teetape" find -q --db "$db" "$work/empty"
    {
        echo 'PRAGMA synchronous = OFF; BEGIN; CREATE TEMP TABLE size(shape, n);'
        printf "INSERT INTO temp.size VALUES ('%s', $n);\n" "$@"
        cat "$here/archive_growth.sql"
        echo 'COMMIT;'
    } | sqlite3 -bail "$db"
}

# The seconds of CPU time and the lines of a command. `times` prints what the children of this shell took in its second
# line, as 0m1.23s for themselves and for the system.
seconds() {
    times >"$work/begin"
    "$@" >"$work/out"
    times >"$work/end"
    awk -v lines="$(wc -l <"$work/out")" 'FNR == 2 { gsub("s", ""); split($1, own, "m"); split($2, kernel, "m");
        before = now; now = 60 * (own[1] + kernel[1]) + own[2] + kernel[2] }
        END { printf "%10.2f %10d", now - before, lines }' "$work/begin" "$work/end"
}

# WHAT N SECONDS-AND-LINES
line() {
    printf '%-56s %9s %s\n' "$@"
}

ask() {
    line "find $*" "$n" "$(seconds "$teetape" find -q --no-scan --db "$work/db" "$@")"
}

line '' N '   seconds      lines'
for n in "$@"; do
    # Names across games: all of them at first, then one more at either end, and one in the middle.
    for shape in chain ring rings copies; do
        fill "$work/db" "$n" $shape
        line "names through $shape" "$n" "$(seconds "$teetape" find -q --db "$work/db" "$work/empty")"
        for at in 0 $((n / 2)) $((n - 1)); do
            sqlite3 "$work/db" "UPDATE recording SET names_known = 0 WHERE id = (SELECT min(id) + $at FROM recording)"
            line "  again after game $at" "$n" "$(seconds "$teetape" find -q --db "$work/db" "$work/empty")"
        done
    done
    fill "$work/db" "$n" names teams sessions recordings names_many
    ask --player 'name*'
    ask --player 'NAME *7' --ignore-case
    ask --player '*A*' --ignore-case --limit 10
    ask --player 5
    ask --player 'one of many*'
    ask --map 'map 1*'
    ask --server '*7' --min-duration 1:00:00
    ask --from 2023-11-15 --to 2023-11-16
    ask --finish
    ask --faster 30 --limit 10
    ask --player '*' --finish
    ask --kind name
    ask --kind save,load,practice,team_finish
    ask --kind save,load,practice,team_finish --commands
    ask --player '*' --kind save,load,practice,team_finish
    ask --player '*7' --kind save,load --commands
    ask --player '*' --kind join,leave,team,death,kill
    ask --save 00000000-0000-4000-8001-000000000007
    ask --rcon '*'
    ask --rcon 'account 20'
done
