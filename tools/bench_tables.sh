#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/bench_tables.sh FOLDER
#        tools/bench_tables.sh --try BUILD
#
# Writes the tables of docs/performance.md from the results of the benchmarks: FOLDER has NAME.json for each bench_NAME,
# which is what `bench_NAME --json` prints. A table without its file remains as it is. The tables are between lines of
# the form
#
#     <!-- bench NAME by way: MEMBER=HEADING; MEMBER=HEADING -->
#     <!-- end of bench -->
#
# `by way` makes a row for each way, and columns for each recording; `by data` makes a row for each recording, with the
# ways that are not the yardstick. A ratio has its tenth and ninetieth percentile in brackets.
#
# --try runs each of these benchmarks once on a few kilobytes, and fails when a table would get another heading.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/lib.sh
. tools/lib.sh
document=docs/performance.md

# tables FOLDER prints the document with the tables of these results.
tables() {
    awk -v folder="$1" '
    # The value of a member of a flat JSON object.
    function value(object, name,   at, rest) {
        at = index(object, "\"" name "\":")
        if (at == 0) return ""
        rest = substr(object, at + length(name) + 3)
        if (rest ~ /^"/) { rest = substr(rest, 2); sub(/".*/, "", rest) } else sub(/[,}].*/, "", rest)
        return rest
    }
    function number(text) {
        text += 0
        return text == 0 ? "" : sprintf(text >= 100 ? "%.0f" : text >= 1 ? "%.1f" : "%.3f", text)
    }
    function ratio(text) { return sprintf(text + 0 >= 10 ? "%.1f" : "%.2f", text) }
    function cell(object, member,   low, high) {
        if (member != "ratio") return number(value(object, member))
        if (object == "") return ""
        low = ratio(value(object, "ratio_p10"))
        high = ratio(value(object, "ratio_p90"))
        if (low == "1.00" && high == "1.00") return "1"
        return "**" ratio(value(object, "ratio")) "**" (low == high ? "" : " (" low " to " high ")")
    }
    function label(name) {
        if (name ~ /^tt_/) { sub(/^[a-z_.]*/, "`&`", name) }
        return name
    }
    # Reads a file of results; false when it is not there.
    function load(file,   object, way, data) {
        split("", object_of); split("", ways); split("", datas); way_count = data_count = 0
        while ((getline object < file) > 0) {
            way = value(object, "way") value(object, "reader") value(object, "writer")
            data = value(object, "data")
            if (!(way in ways)) { ways[way]; way_at[++way_count] = way }
            if (!(data in datas)) { datas[data]; data_at[++data_count] = data }
            object_of[way, data] = object
        }
        close(file)
        return way_count > 0
    }
    function by_way(   i, j, k, line, rule) {
        line = "| |"; rule = "|---|"
        for (j = 1; j <= data_count; j++)
            for (k = 1; k <= columns; k++) {
                line = line " " (k == 1 && data_count > 1 ? data_at[j] ": " : "") heading[k] " |"
                rule = rule "---|"
            }
        print line "\n" rule
        for (i = 1; i <= way_count; i++) {
            line = "| " label(way_at[i]) " |"
            for (j = 1; j <= data_count; j++)
                for (k = 1; k <= columns; k++) line = line " " cell(object_of[way_at[i], data_at[j]], member[k]) " |"
            while (sub(/  [|]/, " |", line)) { }
            print line
        }
    }
    function by_data(   i, j, k, line, rule) {
        line = "| |"; rule = "|---|"
        for (k = 1; k <= columns; k++) { line = line " " heading[k] " |"; rule = rule "---|" }
        print line "\n" rule
        for (j = 1; j <= data_count; j++)
            for (i = 1; i <= way_count; i++) {
                if (way_at[i] == "textbook" || !((way_at[i], data_at[j]) in object_of)) continue
                line = "| " data_at[j] " |"
                for (k = 1; k <= columns; k++) line = line " " cell(object_of[way_at[i], data_at[j]], member[k]) " |"
                print line
            }
    }
    /^<!-- bench [a-z_]+ by (way|data): / {
        print
        list = $0
        sub(/^[^:]*: /, "", list); sub(/ -->$/, "", list)
        columns = split(list, pair, /; /)
        for (i = 1; i <= columns; i++) {
            split(pair[i], part, "=")
            member[i] = part[1]; heading[i] = part[2]
        }
        if (load(folder "/" $3 ".json")) {
            if ($5 == "way:") by_way(); else by_data()
            skips = 1
        }
        next
    }
    /^<!-- end of bench -->$/ { skips = 0 }
    !skips' "$document"
}

# headings prints the first line of each table.
headings() {
    awk '/^<!-- bench / { print; getline; print }' "$1"
}

try() {
    bench=$1/bench
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    for name in $(sed -n 's/^<!-- bench \([a-z_]*\) by .*/\1/p' "$document"); do
        case $name in
        demo) size='--data tests/recordings/dm1/client0.demo' ;;
        draw) size='--data tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian' ;;
        *) size='--bytes 50K' ;;
        esac
        # shellcheck disable=SC2086
        "$bench/bench_$name" --rounds 1 --json $size >"$folder/$name.json"
    done
    tables "$folder" >"$folder/new.md"
    headings "$document" >"$folder/had"
    headings "$folder/new.md" >"$folder/has"
    diff "$folder/had" "$folder/has" || fail 'tables would get other headings than they have (above)'
    ! cmp -s "$document" "$folder/new.md" || fail 'no table was written'
}

case "${1:-}" in
--try) try "$2" ;;
'' | -*) sed -n '4,18s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
*)
    tables "$1" >"$document.new"
    mv "$document.new" "$document"
    ;;
esac
