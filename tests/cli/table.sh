#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: table.sh COMMAND SOURCE_DIR
#
# teetape table: its CSV, read by Python, is what dump says; one table of many recordings is the same on any
# number of cores; what is damaged, in the way, or too large is said, and nothing half is left.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
need python3 jq
is_parquet() { # FILE
    [ "$(head -c 4 "$1")" = PAR1 ] && [ "$(tail -c 4 "$1")" = PAR1 ]
}
inputs=direction,target_x,target_y,jump,fire,hook,player_flags,wanted_weapon,next_weapon,prev_weapon

# Every teehistorian file in the tree, compared with its records.
for file in "$recordings"/*/*.teehistorian; do
    works table ticks --columns tick,cid,x,y "$file" -o ticks.csv --force
    works table inputs --columns tick,cid,$inputs "$file" -o inputs.csv --force
    "$teetape" dump --json "$file" >dump.json 2>/dev/null
    python3 "$tree/tests/support/table_model.py" ticks.csv inputs.csv dump.json || wrong "$file: see above"
done

# The offsets of the records order the rows of a tick.
run 0 table inputs --columns tick,byte_offset "$tutorial" -o inputs.csv --force
tail -n +2 inputs.csv | tr -d '\r' | awk -F, 'NF != 2 || $2 <= last { bad = 1 } { last = $2; ticks[$1]++ }
    END { for (tick in ticks) several += ticks[tick] > 1; exit bad || NR < 100 || several == 0 }' ||
    wrong "offsets of inputs: $(head -n 5 inputs.csv)"

# "all" is every column.
run 0 table inputs --columns all "$tutorial" -o inputs.csv --force
head -n 1 inputs.csv | grep -q '^recording,tick,ts,cid,.*,intended_tick,byte_offset' || wrong "all: $(head -n 1 inputs.csv)"

# What only the game knows is said to be empty for a teehistorian file.
run 0 table ticks --columns tick,hooked "$tutorial" -o ticks.csv --force
says err "the column hooked is empty for teehistorian files; 'teetape demo' computes it"
run 0 table ticks --columns tick,hooked "$demo" -o ticks.csv --force
hides err 'is empty'

# CSV and JSON Lines have the same, for every table and format of recording.
for what in ticks inputs facts sessions recordings chat; do
    for file in "$tutorial" "$demo"; do
        run 0 table $what "$file" -o rows.csv --force
        run 0 table $what "$file" -o rows.jsonl --force
        python3 - rows.csv rows.jsonl <<'END' || wrong "$what of $file: CSV and JSON Lines differ"
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))
objects = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
def cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)
assert len(rows) == len(objects), (len(rows), len(objects))
for row, o in zip(rows, objects):
    if list(row) != list(o) or [cell(v) for v in o.values()] != list(row.values()):
        sys.exit(f"{row}\n{o}")
END
    done
done

# Texts that formats stumble over: in a name that the server says, a reason, a map.
{
    header 2 ',"version_minor":"8","map_name":"a\\u0000b,\\"c\\"\\n"'
    int -2 99 -8 0 -8 1
    { int 0 && text '=1+1,"x"'; } | ex d016f9b9-4151-3b87-87e5-3a6087eb5f26
    command_record -1 4 say 'one, two' '"three"' 'a\0012\0015b' '\0360\0237\0230\0200' '\0377\0376' ''
    int -9 0
    text '=cmd|calc,\n"quoted" \0360\0237\0230\0200 \0377!'
    int -9 1
    text ''
    int -1
} >odd.teehistorian
run 0 table facts odd.teehistorian --show-secrets -o odd.csv --columns kind,name,reason,args
run 0 table facts odd.teehistorian --show-secrets -o safe.csv --columns kind,reason --spreadsheet
python3 - odd.csv safe.csv <<'END' || wrong 'odd texts: see above'
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))
safe = list(csv.DictReader(open(sys.argv[2], encoding="utf-8", newline=""), strict=True))
reason = '=cmd|calc,\n"quoted" \U0001f600 \ufffd!'
leaves = [row["reason"] for row in rows if row["kind"] == "leave"]
assert leaves == [reason, ""], leaves
assert [row["reason"] for row in safe if row["kind"] == "leave"] == ["'" + reason, ""], safe
names = [row["name"] for row in rows if row["kind"] == "name"]
assert names == ['=1+1,"x"'], names
args = [json.loads(row["args"]) for row in rows if row["kind"] == "command"]
assert args == [["one, two", '"three"', "a\n\rb", "\U0001f600", "\ufffd\ufffd", ""]], args
assert [row["name"] for row in rows if row["kind"] == "map"] == ['a'], rows
END
run 0 table recordings odd.teehistorian -o odd.csv --columns map_name --force
printf 'map_name\r\n"a\357\277\275b,""c""\n"\r\n' | cmp -s - odd.csv || wrong "a NUL: $(od -c odd.csv)"
# No text and no value differ.
# A time that has no date is missing.
for start in '0001-01-01 00:00:00 +1400' '9999-12-31 23:59:59 -1400'; do
    { header 2 ",\"start_time\":\"$start\"" && int -2 49 -8 0 -1; } >undated.teehistorian
    run 0 table recordings undated.teehistorian --columns started
    [ "$(tail -n 1 out | tr -d '\r')" = '' ] || wrong "the date of $start: $(cat out)"
done
{ header 2 ',"start_time":"9999-12-31 23:59:59 +0000"' && int -2 9 -8 0 -2 189 -9 0 && text bye && int -1; } >undated.teehistorian
run 0 table facts undated.teehistorian --columns tick,ts
grep -q '^10,9999-12-31T23:59:59.200Z' out && grep -q "^200,$(printf '\r')\?$" out || wrong "dates at the end of time: $(cat out)"
run 0 table sessions odd.teehistorian --columns reason,name
[ "$(sed -n '$p' out | tr -d '\r')" = '"",' ] || wrong "no text and no value: $(cat out)"

# One table of many recordings, of both formats and compressed or not: their order, whatever ends first.
run 0 table ticks -r "$recordings" -j 1 -o one.csv --json
is damaged 0 && is files 1 && is recordings 7
run 0 table ticks -r "$recordings" -j 4 -o four.csv
cmp one.csv four.csv || wrong 'one thread and four give different tables'
[ "$(sed 1d one.csv | cut -d , -f 1 | uniq | wc -l)" -eq 7 ] || wrong 'recordings are not one after the other'
run 0 table ticks -r "$recordings"
cmp out one.csv || wrong 'stdout has something else than -o'
run 0 table ticks -r "$recordings" -j 1 -o one.parquet
run 0 table ticks -r "$recordings" -j 4 -o four.parquet
cmp one.parquet four.parquet || wrong 'one thread and four give different Parquet'
is_parquet one.parquet || wrong 'this is no Parquet'
run 0 table ticks -r "$recordings" --format parquet
cmp out one.parquet || wrong 'Parquet on stdout is another than with -o'
run 0 table ticks "$tutorial" -o - --player alice --from 0:05:00 --to 0:05:01 --columns tick,name
[ "$(sed 1d out | cut -d , -f 2 | tr -d '\r' | sort -u)" = alice ] || wrong "--player: $(head -n 3 out)"
feed 0 table ticks - <"$tutorial"
mv out stdin.csv
run 0 table ticks "$tutorial"
cmp out stdin.csv || wrong 'stdin has other rows than the file'
run 0 table ticks "$tutorial" --every 50 --columns tick
sed 1d out | tr -d '\r' | awk '$1 % 50 != 0 { bad = 1 } END { exit bad || NR < 100 }' || wrong '--every 50'
if has_codec gz; then
    run 0 table ticks "$tutorial" -o ticks.csv.gz
    gzip -dc ticks.csv.gz | cmp - stdin.csv || wrong 'a compressed table differs'
fi

# Which recording a row is of is in a table of many, also where --columns does not name it; a row of `recordings` is one.
for format in csv jsonl sqlite native parquet; do
    run 0 table ticks -r --columns 'tick, cid ,x' "$recordings" -o many.$format
    grep -qa recording many.$format || wrong "$format: --columns takes recording away"
done
[ "$(head -n 1 many.csv | tr -d '\r')" = recording,tick,cid,x ] || wrong "--columns of many: $(head -n 1 many.csv)"
run 0 table ticks -r --columns tick,x,recording "$recordings"
[ "$(head -n 1 out | tr -d '\r')" = tick,x,recording ] || wrong "a recording that is named: $(head -n 1 out)"
run 0 table ticks --columns tick,x "$tutorial"
[ "$(head -n 1 out | tr -d '\r')" = tick,x ] || wrong "--columns of one: $(head -n 1 out)"
run 0 table ticks --columns tick,x "$tutorial" --partition day -o one.days/
[ "$(head -n 1 one.days/*/*.csv | tr -d '\r')" = recording,tick,x ] || wrong "--columns with --partition: $(head -n 1 one.days/*/*.csv)"
run 0 table recordings -r --columns file,state "$recordings"
[ "$(head -n 1 out | tr -d '\r')" = file,state ] || wrong "--columns of recordings: $(head -n 1 out)"

# How often fire went down, counted as the guide says.
run 0 table inputs --columns session,fire "$tutorial" -o fire.csv
run 0 inputs --summary --json "$tutorial"
python3 - fire.csv out <<'END' || wrong 'presses of fire: see above'
import csv, json, sys
last, counted = {}, {}
for row in csv.DictReader(open(sys.argv[1], newline="")):
    b = int(row["fire"])
    a = last.get(row["session"], b)
    last[row["session"]] = b
    counted[row["session"]] = counted.get(row["session"], 0) + (((b - a) & 63) + 1 - (a & 1)) // 2
for line in open(sys.argv[2], encoding="utf-8"):
    summary = json.loads(line)
    assert counted[str(summary["session"])] == summary["presses"]["fire"], (counted, summary)
END

# Facts of some kinds are those rows of all.
run 0 table facts -r "$recordings" --columns recording,tick,kind,cid,x
sed -n '1p; /,finish,/p; /,death,/p' out >some.csv
run 0 table facts -r "$recordings" --columns recording,tick,kind,cid,x --kind finish,death
cmp out some.csv || wrong '--kind: other rows than those of these kinds'
run 0 table facts --player alice --kind name --columns kind,name "$tutorial"
[ "$(sed 1d out | tr -d '\r' | sort -u)" = name,alice ] || wrong "--kind with --player: $(cat out)"

# No rows, because the format has none, or this recording.
run 0 table chat "$short"
says err "$short: note: teehistorian files hold no plain chat"
run 0 table inputs "$demo" -o none.csv
says err "$demo: note: no inputs of other players are in demos here"
for words in "chat -q $short" "chat $demo" "inputs $short" "inputs $short $demo" "facts $short"; do
    # shellcheck disable=SC2086
    works table $words -o none.csv --force -q
    # shellcheck disable=SC2086
    run 0 table $words
    hides err 'hold no plain chat' && hides err 'no inputs of'
done

# An index makes spans faster, and changes nothing.
cp "$tutorial" indexed.teehistorian
for span in '--from 20000 --to 20100' '--from 39990' '--player bobby --from 15000 --to 15500'; do
    for what in ticks inputs facts sessions chat; do
        # shellcheck disable=SC2086
        run 0 table $what $span indexed.teehistorian
        mv out without
        run 0 index -q indexed.teehistorian
        # shellcheck disable=SC2086
        run 0 table $what $span indexed.teehistorian
        cmp out without || wrong "$what $span: an index changes the rows"
        rm indexed.teehistorian.ttidx
    done
done

# A folder for each day, a file for each recording.
works table ticks -r "$recordings" --partition day -o days/ --json
is files 7
[ "$(find days -type f | wc -l)" -eq 7 ] || wrong "days has $(names days)"
rows=$(key rows)
[ "$(find days -type f -exec sed 1d {} + | wc -l)" -gt 0 ] || wrong 'no rows in days'
[ "$(find days -type f -exec cat {} + | wc -l)" -eq $((rows + 7)) ] || wrong 'rows are missing in days'
find days -type d -name 'day=2026-11-21' | grep -q . || wrong "no folder of the day: $(find days)"
# A second run: one line for all that are there, and what is missing is written.
run 2 table ticks -r "$recordings" --partition day -o days/
[ "$(cat err)" = 'teetape: days/: 7 files exist already and are left unchanged; --force replaces them' ] || wrong "a second run: $(cat err)"
rm "$(find days -type f | head -n 1)"
run 2 table ticks -r "$recordings" --partition day -o days/
[ "$(cat err)" = 'teetape: days/: 6 files exist already and are left unchanged; --force replaces them' ] || wrong "a second run: $(cat err)"
[ "$(find days -type f | wc -l)" -eq 7 ] || wrong "a second run has not written what was missing: $(names days)"
works table ticks -r "$recordings" --partition day -o days/ --force

works table sessions "$tutorial" "$demo" --partition map,server,day --json -o places/
for folder_name in $(find places -name '*.csv' | sed 's,^places/,,; s,/[^/]*$,,'); do
    case $folder_name in
        day=2026-*/server=*/map=*) ;;
        *) wrong "a partition by day, server and map is $folder_name" ;;
    esac
done
{ header 2 ',"map_name":"a/b %\\u00e4","start_time":"2026-11-21 20:00:00 +0000"' && int -2 49 -8 0 -1; } >odd.teehistorian
works table sessions odd.teehistorian --partition day,map --json -o places/
[ -d "places/day=2026-11-21/map=a%2Fb%20%25ä" ] || wrong "a map with a slash: $(ls places/day=2026-11-21)"
works table ticks -r "$recordings" --partition day --format parquet -o days.parquet/ --json
is files 7
is rows "$rows"
find days.parquet -type f >list
[ "$(wc -l <list)" -eq 7 ] || wrong "days.parquet has $(cat list)"
while read -r file; do
    is_parquet "$file" || wrong "$file is no Parquet"
done <list
run 2 table ticks -r "$recordings" --partition day --format parquet -o days.parquet/

# The same recording twice has one file, and a file where a folder has to be is left alone.
cp "$short" copy.teehistorian
run 2 table ticks -j 1 "$short" copy.teehistorian --partition day -o twice/ --json
says err 'left out: another recording of this run is written to twice/'
is files 1
is recordings 1
rows=$(key rows)
[ "$(find twice -type f -exec sed 1d {} + | wc -l)" -eq "$rows" ] || wrong "the same recording twice: $(cat out)"
mkdir full
echo kept >full/day=2026-11-21
run 3 table ticks "$short" --partition day -o full/ --json
says err 'full/day=2026-11-21/'
is files 0
run 3 table ticks "$short" --partition day -o full/day=2026-11-21/more --json
says err "full/day=2026-11-21/more/"
is files 0
[ "$(names full)" = './day=2026-11-21 ' ] && [ "$(cat full/day=2026-11-21)" = kept ] || wrong "a file for a folder: $(names full)"

# A damaged recording gives its rows up to the damage; the others of a table all of theirs.
head -c 100000 "$tutorial" >cut.teehistorian
{ head -c 100000 "$tutorial" && printf '\177\377\377\377\377\377\377' && tail -c 1000 "$tutorial"; } >broken.teehistorian
head -c -1 "$tutorial" >open.teehistorian
run 1 table ticks cut.teehistorian -o cut.csv
[ "$(head -n 100 cut.csv | cmp - stdin.csv 2>&1 | grep -c EOF)" -eq 1 ] || wrong 'the rows of a cut recording differ'
run 1 table ticks broken.teehistorian -o broken.csv --json
is damaged 1
[ "$(wc -l <broken.csv)" -gt 1000 ] || wrong 'no rows before the damage'
# What has a header is a damaged recording; what has none, or is none, could not be read.
: >empty.teehistorian
head -c 40 "$tutorial" >start.teehistorian
echo 'this is a text' >text.txt
run 1 table ticks empty.teehistorian start.teehistorian broken.teehistorian "$demo" -o counted.csv
[ "$(cat out)" = "counted.csv: $(($(wc -l <counted.csv) - 1)) rows of 2 recordings, 1 of them damaged; 2 files could not be read" ] ||
    wrong "counts: $(cat out)"
run 1 table ticks empty.teehistorian -o counted.csv --force
[ "$(cat out)" = 'counted.csv: 0 rows of 0 recordings; 1 file could not be read' ] || wrong "counts: $(cat out)"
run 1 table ticks text.txt "$demo" -o counted.csv --force --json
is recordings 1 && is damaged 0 && is unread 1
# The same recording twice, in whole and in part.
run 1 table ticks broken.teehistorian "$short" "$tutorial" -o counted.csv --force
says err "$tutorial: note: the same recording as broken.teehistorian: its rows are in the table twice"
[ "$(grep -c 'the same recording' err)" -eq 1 ] || wrong "the same recording: $(cat err)"
cp "$short" same.teehistorian
for i in 1 2 3 4 5 6 7 8 9 10 11; do
    cp "$short" same.$i.teehistorian
done
run 0 table sessions same*.teehistorian
[ "$(grep -c 'the same recording' err)" -eq 10 ] || wrong "the same recording many times: $(cat err)"
says err '1 more recordings are in the table twice'
run 1 table recordings open.teehistorian broken.teehistorian "$tutorial" --columns file,state
[ "$(sed 1d out | cut -d , -f 2 | tr -d '\r' | paste -sd ' ')" = 'unfinished damaged good' ] || wrong "states: $(cat out)"
run 1 table ticks broken.teehistorian "$demo" -o both.csv
[ "$(wc -l <both.csv)" -gt "$(wc -l <broken.csv)" ] || wrong 'damage ends the table'
# What cannot be read at all is in no file; stdout has the others.
run 3 table ticks none.teehistorian "$demo" -o rest.csv
grep -q 'rest.csv: not written, because a recording could not be read' err || wrong "a missing file: $(cat err)"
[ ! -e rest.csv ] || wrong 'a table without one of the recordings'
run 3 table ticks none.teehistorian "$demo"
[ "$(wc -l <out)" -gt 1000 ] || wrong 'a missing file ends the table on stdout'
run 3 table ticks none.teehistorian "$demo" --partition day -o rest/
[ "$(find rest -type f | wc -l)" -eq 1 ] || wrong 'a missing file ends the others'

# What is in the way is reported, and remains.
echo kept >there.csv
fails 2 'force' table ticks "$demo" -o there.csv
[ "$(cat there.csv)" = kept ] || wrong 'an output was replaced'
works table ticks "$demo" -o there.csv --force
cp "$demo" own.demo
fails 2 'the recording itself' table ticks own.demo -o own.demo --force
cmp -s own.demo "$demo" || wrong 'a recording was overwritten'
for full in full.csv full.parquet; do
    limited 8 "$teetape" table ticks "$tutorial" -o $full >out 2>err && wrong "$full: a full disk is no failure"
    [ -s err ] || wrong "$full: a full disk is not said"
    [ ! -e $full ] || wrong "$full: half a table is left"
    find . -name "*$full*" | grep -q . && wrong "a temporary file is left: $(find . -name "*$full*")"
    # Killed: what was there remains, or the whole table is there.
    echo kept >$full
    killed_after 0.05 "$teetape" table ticks -r "$recordings" -o $full --force >out 2>err
    echo kept | cmp -s - $full || cmp -s $full "one.${full#*.}" || wrong "$full: half a table replaced what was there"
done

# Wrong usage.
fails 2 "did you mean 'ticks'" table tick "$demo"
fails 2 'a kind is missing' table
fails 2 'which file' table ticks
fails 2 "there is no column 'z' in ticks" table ticks --columns x,z "$demo"
fails 2 'there are recording, tick, ts, cid, .*, team, repeated' table ticks --columns x,z "$demo"
fails 2 "there is no column 'cdi' in ticks; did you mean 'cid'? there are recording, " table ticks --columns 'tick, cdi' "$demo"
fails 2 "there is no column 'cdi' in ticks; did you mean 'cid'?" table ticks --columns tick,cdi "$demo"
fails 2 "the column 'tick' is named twice" table ticks --columns tick,tick,nam "$demo"
fails 2 "there is no column 'zzzzzzzzzzz' in ticks" table ticks --columns tick,zzzzzzzzzzz,nam "$demo"
grep -q 'did you mean' err && wrong 'a hint for another word'
fails 2 'unknown ending of a table: choose a format with --format' table ticks -o t.xlsx "$demo"
fails 2 'unknown ending of a table: choose a format with --format' table ticks -o t.tsv.gz "$demo"
fails 2 'sqlite; did you mean .csv?' table ticks -o t.tsv.gz "$demo"
fails 2 'did you mean .sqlite?' table ticks -o t.db "$demo"
fails 2 'did you mean .jsonl?' table ticks -o t.json "$demo"
fails 2 'did you mean .parquet?' table ticks -o t.pq "$demo"
fails 2 'with --format: csv, jsonl, parquet, native, sqlite$' table ticks -o t.xlsx "$demo"
for name in t.parquet.gz t.parquet.zst; do
    fails 2 'is not compressed' table ticks -o $name "$demo"
    [ ! -e $name ] || wrong "$name was made"
done
fails 2 'is not compressed' table ticks --format parquet -o t.xz "$demo"
fails 2 'goes with facts' table ticks --kind chat "$demo"
fails 2 "'nothing' is unknown" table facts --kind chat,nothing "$demo"
fails 2 'goes with ticks' table facts --every 5 "$demo"
fails 2 "'week' is unknown; it can be day, server or map" table ticks --partition week -o x/ "$demo"
fails 2 'needs -o' table ticks --partition day "$demo"
fails 2 'cannot both go to stdout' table ticks --json "$demo"
fails 2 "'xyz' is unknown; it can be csv, jsonl, parquet, native or sqlite$" table ticks --format xyz "$demo"
fails 2 'xyz' table ticks --ddl xyz
fails 2 'takes one word' table ticks --ddl plain,codecs
fails 2 'one file at most' table ticks --ddl plain "$demo" "$short"
fails 2 'one file at most' table ticks --ddl plain -r "$recordings"
for word in '-o x.sql' --json '--partition day -o x/'; do
    # shellcheck disable=SC2086
    fails 2 'goes to stdout' table ticks --ddl plain $word
done
fails 3 'No such file' table ticks --ddl plain none.demo
fails 1 'neither a teehistorian file nor a demo' table ticks --ddl plain "$tree/README.md"
silent out

# The statements for a table, and for the stage of a recording, whose server is a text in SQL.
works table ticks --ddl plain
grep -q '^create table if not exists ticks$' out || wrong "--ddl plain: $(cat out)"
works table facts --ddl codecs --columns tick,kind
[ "$(grep -c '    .* codec(' out)" -eq 5 ] || wrong "--columns: $(cat out)"
header 2 ',"version_minor":"8","server_name":"a'"'"'b\\\\c\\n\\u0000\\u00e4","start_time":"0000-01-01 00:00:00 +0000"' >odd.teehistorian
run 0 table chat --ddl plain odd.teehistorian
says out "    server String default 'a\\'b\\\\c\\n\\0ä',"
says out "    day Date default toDate('1970-01-01'),"
exit $bad
