#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: table_npy.sh COMMAND SOURCE_DIR
#
# teetape table --format npy: what numpy reads is what JSON Lines has, value by value, for every table.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
python=/usr/bin/python3 # another one does not see the numpy of the system
"$python" -c 'import numpy' 2>/dev/null || skip 'numpy is missing'

cat >compare.py <<'END'
import datetime, json, sys, uuid
import numpy

array = numpy.load(sys.argv[1])
lines = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
assert len(array) == len(lines), (len(array), len(lines))
names = [name for name in array.dtype.names if not name.startswith("has_")]
assert names == list(lines[0]) if lines else names
for name in names:
    column = array[name]
    has = array["has_" + name] if "has_" + name in array.dtype.names else numpy.ones(len(array), bool)
    kind = column.dtype.kind
    for value, is_there, line in zip(column, has, lines):
        expected = line[name]
        assert is_there == (expected is not None), (name, line)
        if expected is None:
            assert kind == "V" or not value.astype("i8"), (name, value)
        elif kind == "V":
            assert str(uuid.UUID(bytes=value.tobytes())) == expected, (name, line)
        elif kind == "M":
            then = datetime.datetime.fromisoformat(expected.replace("Z", "+00:00"))
            assert int(value.astype("i8")) == (then - epoch) // datetime.timedelta(microseconds=1), (name, line)
        elif kind == "f":
            assert value == numpy.float32(expected), (name, line)
        else:
            assert value == expected, (name, value, line)
END

compare() { # TABLE COLUMNS FILE...
    what=$1
    columns=$2
    shift 2
    run 0 table "$what" --columns "$columns" -o rows.npy --force "$@"
    run 0 table "$what" --columns "$columns" -o rows.jsonl --force "$@"
    "$python" compare.py rows.npy rows.jsonl || wrong "$what of $*: numpy reads something else"
}

# The columns of a table that are no texts, by a recording that has values in them.
columns_of() { # TABLE FILE
    run 0 table "$1" --format jsonl "$2"
    "$python" -c 'import json, sys
lines = [json.loads(line) for line in sys.stdin]
print(",".join(k for k in (lines or [{"tick": 0}])[0] if any(isinstance(line[k], (int, float)) for line in lines or [{"tick": 0}])))' <out
}

for file in "$tutorial" "$demo"; do
    for what in ticks inputs facts sessions recordings; do
        compare $what "$(columns_of $what "$file")" "$file"
    done
    compare ticks recording,tick,ts,cid,session,x,y,vx,vy,aim,jump "$file"
done
compare ticks recording,ts,tick,cid,x,vx -r "$recordings"
compare ticks tick,x --from 1 --to 1 "$tutorial"

# The count of rows is in front, so it goes to a file; texts have no place.
fails 2 'needs -o' table ticks --format npy "$tutorial"
run 3 table chat -o chat.npy "$tutorial"
grep -q 'npy has no text' err || wrong "a text: $(cat err)"
says err 'leave out the columns kind, name, text'
run 3 table ticks --columns tick,name -o chat.npy "$tutorial"
says err 'leave out the column name'
[ ! -e chat.npy ] || wrong 'a file is left without a table'
works table ticks -r "$recordings" --partition day --format npy --columns tick,cid,x -o days/
"$python" -c 'import glob, numpy
files = glob.glob("days/*/*.npy")
assert len(files) == 7 and all(len(numpy.load(f)) > 0 for f in files), files' || wrong 'npy by day'
exit $bad
