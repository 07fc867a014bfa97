#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: table_native.sh COMMAND SOURCE_DIR
#
# teetape table --format native: blocks as ClickHouse documents them, of at most 65,536 rows, have what JSON Lines has, value
# by value, for every table; their types are those of --ddl.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
need python3

cat >compare.py <<'END'
import datetime, functools, json, re, struct, sys, uuid

data = open(sys.argv[1], "rb").read()
lines = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
columns = dict(re.findall(r"^    (\w+) (\S+?),?$", open(sys.argv[3], encoding="utf-8").read().split("\n)")[0], re.M))
assert list(columns)[:2] == ["day", "server"], columns
at = 0
numbers = {"UInt8": "B", "Int8": "b", "Int16": "h", "Int32": "i", "Int64": "q", "Float32": "f"}

def varuint():
    global at
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value

def take(size):
    global at
    at += size
    assert at <= len(data)
    return data[at - size:at]

def values(kind, rows):
    if kind in numbers:
        return struct.unpack(f"<{rows}{numbers[kind]}", take(rows * struct.calcsize(numbers[kind])))
    if kind == "UUID":
        return [uuid_text(take(16)) for _ in range(rows)]
    assert kind == "String", kind
    return [take(varuint()).decode() for _ in range(rows)]

NO_UUID = str(uuid.UUID(int=0))

# Rows have the same few UUIDs and times again and again.
@functools.cache
def uuid_text(halves):
    return str(uuid.UUID(bytes=halves[7::-1] + halves[:7:-1]))

@functools.cache
def microseconds(text):
    then = datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).replace(tzinfo=None)
    return (then - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)

done = 0
while at < len(data):
    count, rows = varuint(), varuint()
    assert 0 < rows <= 65536, rows
    names = []
    for _ in range(count):
        name, kind = take(varuint()).decode(), take(varuint()).decode()
        assert columns[name] == kind, (name, kind, columns[name])
        names.append(name)
        missing = bytes(rows)
        if kind.startswith("Nullable("):
            missing, kind = take(rows), kind[9:-1]
        found, wanted = list(values(kind, rows)), [line[name] for line in lines[done:done + rows]]
        for i in (i for i in range(rows) if missing[i]):
            assert missing[i] == 1 and found[i] in (0, "", NO_UUID), (name, found[i], wanted[i])
            found[i] = None
        if name in ("ts", "started", "joined_ts", "left_ts"):
            wanted = [text if text is None else microseconds(text) for text in wanted]
        if found != wanted: # booleans are 0 and 1 to Python, too
            raise AssertionError(name, *next(pair for pair in zip(found, wanted) if pair[0] != pair[1]))
    assert names == list(lines[done]), (names, list(lines[done]))
    done += rows
assert done == len(lines), (done, len(lines))
END

for what in ticks inputs facts sessions recordings chat; do
    all=$(sed -n "s/^TT_COLUMN($(echo $what | tr '[:lower:]' '[:upper:]'), \([a-z0-9_]*\),.*/\1/p" \
        "$tree/include/teetape/schema/tables.def" | paste -sd , -)
    case $all in recording,*) ;; *) all=recording,tick,ts,$all ;; esac
    run 0 table $what --ddl plain --columns "$all"
    mv out $what.sql
    for file in "$tutorial" "$demo" "$short"; do
        run 0 table $what --columns "$all" --format jsonl "$file"
        mv out rows.jsonl
        run 0 table $what --columns "$all" --format native "$file"
        python3 compare.py out rows.jsonl $what.sql || wrong "$what of $file: Native has something else"
    done
done

# More rows than a block has; recordings that go into one table say which they are, a single one, too.
run 0 table ticks --format jsonl "$tutorial" "$demo"
mv out rows.jsonl
run 0 table ticks --format native "$tutorial" "$demo"
run 0 table ticks --format native "$tutorial" "$demo" -o rows.native --json
[ "$(key rows)" -gt 65536 ] || wrong "too few rows for two blocks: $(cat out)"
run 0 table ticks --ddl plain
python3 compare.py rows.native rows.jsonl out || wrong 'two recordings: Native has something else'
run 0 table ticks --format native "$tutorial" "$demo"
cmp out rows.native || wrong 'stdout has something else than -o'
run 0 table sessions --format native "$tutorial"
grep -q recording out || wrong 'a single recording does not say which one it is'

# No rows are no blocks.
run 0 table facts --format native --player nobody "$short"
silent out
limited 8 "$teetape" table ticks "$tutorial" -o full.native >out 2>err && wrong 'a full disk is no failure'
[ -s err ] && [ ! -e full.native ] || wrong "a full disk: $(cat err), $(names .)"
exit $bad
