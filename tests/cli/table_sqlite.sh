#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: table_sqlite.sh COMMAND SOURCE_DIR
#
# teetape table --format sqlite: what SQLite reads is what JSON Lines has, value by value, for every table; what
# is no file for a database is refused, and nothing half is left.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
need python3
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'

cat >compare.py <<'END'
import json, sqlite3, struct, sys
file, table, lines = sys.argv[1:]
db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
rows = db.execute(f'select * from "{table}"')
names = [column[0] for column in rows.description]
count = 0
for line in open(lines, encoding="utf-8"):
    count += 1
    expected = json.loads(line)
    assert list(expected) == names, names
    for name, value in zip(names, next(rows)):
        is_real = isinstance(value, float)
        other = expected[name]
        if is_real:
            other = struct.unpack("f", struct.pack("f", other))[0]
        elif isinstance(other, str):
            other = other.replace("\0", "\ufffd")
        assert value == other and (is_real or type(value) in (int, str, type(None))), (name, value, expected)
assert next(rows, None) is None and count > 0, count
END

compare() { # TABLE OPTION...
    what=$1
    shift
    run 0 table "$what" -o rows.sqlite --force "$@"
    run 0 table "$what" -o rows.jsonl --force "$@"
    python3 compare.py rows.sqlite "$what" rows.jsonl || wrong "$what of $*: SQLite reads something else"
}

for what in ticks inputs facts sessions recordings chat; do
    compare $what -r "$recordings"
done
compare ticks --columns recording,ts,tick,cid,name,x,vx "$tutorial"
{
    header 2 ',"version_minor":"8","map_name":"a\\u0000b,\\"c\\"\\n"'
    int -9 0
    text '=cmd|calc,\n"quoted" \0360\0237\0230\0200 \0377!'
    int -1
} >odd.teehistorian
compare recordings odd.teehistorian
compare facts odd.teehistorian --show-secrets

# The same bytes on any number of cores.
run 0 table ticks -r "$recordings" -j 1 -o one.sqlite
run 0 table ticks -r "$recordings" -j 4 -o four.sqlite
cmp one.sqlite four.sqlite || wrong 'one thread and four give different databases'
run 0 table facts -r "$recordings" --partition day --format sqlite -o days/
[ "$(find days -name '*.sqlite' | wc -l)" -eq 7 ] || wrong "by day: $(find days)"

# Where no database can be.
fails 2 'needs -o' table ticks --format sqlite "$demo"
fails 3 'regular file' table ticks --format sqlite -o /dev/null "$demo"
mkfifo fifo
{
    killed_after 5 "$teetape" table ticks --format sqlite -o fifo "$demo" >out 2>err
    [ $? -eq 3 ] && grep -q 'regular file' err || wrong "a fifo: $(cat err)"
}
fails 2 'not compressed' table ticks --format sqlite -o rows.sqlite.gz "$demo"
[ ! -e rows.sqlite.gz ] || wrong 'a file is left without a database'
echo kept >there.sqlite
fails 2 'force' table ticks "$demo" -o there.sqlite
limited 8 "$teetape" table ticks "$tutorial" -o there.sqlite --force >out 2>err && wrong 'a full disk is no failure'
[ -s err ] || wrong 'a full disk is not said'
find . -name '.teetape-*' | grep -q . && wrong "a temporary file is left: $(find . -name '.teetape-*')"
killed_after 0.05 "$teetape" table ticks -r "$recordings" -o there.sqlite --force >out 2>err
echo kept | cmp -s - there.sqlite || cmp -s there.sqlite one.sqlite || wrong 'half a database replaced what was there'

# A damaged recording gives its rows up to the damage.
head -c 100000 "$tutorial" >cut.teehistorian
run 1 table ticks cut.teehistorian -o cut.sqlite
run 1 table ticks cut.teehistorian -o cut.jsonl
python3 compare.py cut.sqlite ticks cut.jsonl || wrong 'a damaged recording'
exit $bad
