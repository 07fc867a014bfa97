#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: bench/archive_check.sh BUILD DATA FOLDER [KILLS]
#
# Holds `teetape find` against the facts of a made-up archive (bench/archive_make.sh): DATA/FOLDER is scanned, and what
# is found has to be what DATA/facts.tsv lists, no more and no less. Then scans are killed (KILLS times, 5 if not given)
# at moments of chance and run again: the database has to hold the same as after an undisturbed scan. Needs sqlite3, jq.
set -eu

[ $# -ge 3 ] || { sed -n '4,9s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
teetape=$1/teetape
data=$2
folder=$2/$3
kills=${4:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The order of sort and of comm must be the same.
LC_ALL=C
export LC_ALL
tab=$(printf '\t')
bad=0

say() {
    printf '%s\n' "$*"
}

facts() {
    sqlite3 -batch -noheader -separator "$tab" "$work/facts.db" "$1"
}

# Files are known by the name that they have without compression.
names_of_files() {
    sed "s|^[^$tab]*/||; s|\\.teehistorian\\.[a-z0-9]*$tab|.teehistorian$tab|; s|\\.teehistorian\\.[a-z0-9]*\$|.teehistorian|"
}

# same WHAT: the lines of $work/want and $work/got.
same() {
    sort "$work/want" >"$work/want.sorted"
    names_of_files <"$work/got" | sort >"$work/got.sorted"
    comm -3 "$work/want.sorted" "$work/got.sorted" >"$work/diff"
    if [ -s "$work/diff" ]; then
        say "WRONG: $1: $(wc -l <"$work/want") facts, $(wc -l <"$work/got") found;" \
            "facts without answer (left) and answers without fact (right):"
        head -n "${SHOW:-6}" "$work/diff"
        bad=$((bad + 1))
    else
        say "good: $1: $(wc -l <"$work/want") answers"
    fi
}

# ask 'JQ FILTER' OPTION...: lines for `same`
ask() {
    filter=$1
    shift
    "$teetape" find --json --show-secrets --no-scan --db "$work/archive.db" "$@" "$folder" >"$work/json"
    jq -r "$filter" <"$work/json" >"$work/got"
}

# A name as a pattern that means nothing but itself; digits would be a client id.
as_pattern() {
    case $1 in
    *[!0-9]*) printf '%s' "$1" | sed 's/[\\*?]/\\&/g' ;;
    *) printf 'name:%s' "$1" ;;
    esac
}

quoted() {
    printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"
}

# What a database says, without numbers that depend on the order of reading.
contents() {
    for view in recordings sessions facts; do
        columns=$(sqlite3 "$1" "SELECT group_concat(name) FROM pragma_table_info('$view')
            WHERE name NOT IN ('recording')")
        sqlite3 -batch "$1" "SELECT '$view', $columns FROM $view" | sort
    done
}

sqlite3 "$work/facts.db" ".mode ascii" '.separator "\t" "\n"' ".import '$data/facts.tsv' row" \
    "CREATE TABLE fact AS SELECT file, what, CAST(tick AS INTEGER) AS tick, CAST(cid AS INTEGER) AS cid,
        CAST(value AS INTEGER) AS value, name, text, planted = '1' AS planted FROM row;
    CREATE INDEX fact_place ON fact(file, cid, what, tick);
    CREATE TABLE held AS SELECT n.file, n.text AS name, n.planted, (SELECT max(j.tick) FROM fact AS j
        WHERE j.file = n.file AND j.cid = n.cid AND j.what = 'join' AND j.tick <= n.tick) AS joined
        FROM fact AS n WHERE n.what = 'name';
    CREATE INDEX held_name ON held(name);"

say "== Scanning $folder"
"$teetape" find --db "$work/archive.db" "$folder"

say '== Recordings'
facts "SELECT file, 0, text, name FROM fact WHERE what = 'file'" >"$work/want"
ask '[.file, .tick, .map, .server] | @tsv' --map '*'
same 'all recordings by --map *'
map=$(facts "SELECT text FROM fact WHERE what = 'file' LIMIT 1")
facts "SELECT file FROM fact WHERE what = 'file' AND text = $(quoted "$map")" >"$work/want"
ask .file --map "$map"
same "--map $map"
server=$(facts "SELECT name FROM fact WHERE what = 'file' LIMIT 1 OFFSET 3")
facts "SELECT file FROM fact WHERE what = 'file' AND name = $(quoted "$server")" >"$work/want"
ask .file --server "$(as_pattern "$server")"
same "--server $server"

say '== Players'
# Those who are planted, and some who are not.
facts "SELECT DISTINCT name FROM held WHERE planted UNION SELECT 'asked-chain' UNION SELECT * FROM (SELECT
    DISTINCT name FROM held WHERE NOT planted ORDER BY hex(substr(file, 30)), name LIMIT 40)" >"$work/names"
while IFS= read -r name; do
    facts "SELECT DISTINCT file, joined FROM held WHERE name = $(quoted "$name")" >"$work/want"
    ask '[.file, .tick] | @tsv' --player="$(as_pattern "$name")"
    same "--player $name"
done <"$work/names"
facts "SELECT DISTINCT file, joined FROM held WHERE name GLOB 'plant*'" >"$work/want"
ask '[.file, .tick] | @tsv' --player 'plant*'
same '--player plant*'
facts "SELECT DISTINCT file, joined FROM held WHERE name = 'plant-case' COLLATE NOCASE" >"$work/want"
ask '[.file, .tick] | @tsv' -i --player 'plant-CASE'
same '-i --player plant-CASE'

say '== Events'
facts "SELECT file, tick, cid, value FROM fact WHERE what = 'finish'" >"$work/want"
ask '[.file, .tick, .cid, .value] | @tsv' --finish
same --finish
facts "SELECT file, tick, cid, value FROM fact WHERE what = 'finish' AND planted" >"$work/want"
ask '[.file, .tick, .cid, .value] | @tsv' --finish --faster 30
same '--finish --faster 30 (the planted)'
facts "SELECT file, tick FROM fact WHERE what = 'finish' AND name = 'plant-finish'" >"$work/want"
ask '[.file, .tick] | @tsv' --finish --player plant-finish
same '--finish --player plant-finish'
save=$(facts "SELECT text FROM fact WHERE what = 'save' AND value = 62 LIMIT 1")
facts "SELECT file, tick FROM fact WHERE text = $(quoted "$save")" >"$work/want"
ask '[.file, .tick] | @tsv' --save "$save"
same "--save $save"
facts "SELECT file, tick, cid, value FROM fact WHERE what = 'rcon' AND text = 'plant account'" >"$work/want"
ask '[.file, .tick, .cid, .value] | @tsv' --rcon 'plant account'
same "--rcon 'plant account'"
for kind in join leave team load practice login=rcon logout=rcon_out save team_finish; do
    what=${kind#*=}
    kind=${kind%=*}
    facts "SELECT file, tick, CASE WHEN cid < 0 THEN '' ELSE cid END FROM fact WHERE what = '$what'" >"$work/want"
    ask '[.file, .tick, .cid] | @tsv' --kind "$kind"
    same "--kind $kind"
done
# Names that servers recorded (2). What clients asked for is a guess: of those who were carried over only the game before
# says who got a name that several asked for.
facts "SELECT file, tick, cid, text FROM fact WHERE what = 'name' AND value = 2" >"$work/want"
ask 'select(.value == 2) | [.file, .tick, .cid, .text] | join("\t")' --kind name
same '--kind name'

say "== Killing $kills scans"
contents "$work/archive.db" >"$work/undisturbed"
begin=$(date +%s%N)
"$teetape" find -q --db "$work/timed.db" "$folder" >/dev/null
took=$((($(date +%s%N) - begin) / 1000000))
round=1
while [ "$round" -le "$kills" ]; do
    rm -f "$work"/killed.db*
    # Twice in each round: the second one finds what the first one left.
    for again in 1 2; do
        pause=$(awk -v seed="$((round * 10 + again))" -v ms="$took" 'BEGIN { srand(seed); print rand() * ms / 1000 }')
        "$teetape" find -q --db "$work/killed.db" "$folder" >/dev/null 2>&1 &
        scan=$!
        sleep "$pause"
        kill -9 "$scan" 2>/dev/null || :
        wait "$scan" 2>/dev/null || :
    done
    kept=$(sqlite3 "$work/killed.db" 'SELECT count(*) FROM recordings' 2>/dev/null || echo none)
    "$teetape" find -q --db "$work/killed.db" "$folder" >/dev/null
    contents "$work/killed.db" >"$work/resumed"
    if cmp -s "$work/undisturbed" "$work/resumed"; then
        say "good: killed twice, the second time after $pause s with $kept recordings"
    else
        say "WRONG: killed with $kept recordings, and then:"
        diff "$work/undisturbed" "$work/resumed" | head -n 6
        bad=$((bad + 1))
    fi
    round=$((round + 1))
done
say "$bad wrong"
exit "$((bad > 0))"
