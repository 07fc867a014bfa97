# SPDX-License-Identifier: MIT
#
# usage: values.py TABLE_AS_CSV TABLE_AS_JSON_LINES OTHER_AS_JSON_LINES
#
# Compares what an engine has of a table with what CSV and JSON Lines have, value by value; rows in any order. The second one
# says what no text and no value are, which readers of CSV do not.
import collections
import csv
import datetime
import json
import struct
import sys


def microseconds(text):
    then = datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).replace(tzinfo=None)
    return (then - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)


def single(number):
    """As a float of 32 bits, which ClickHouse has."""
    return struct.unpack("<f", struct.pack("<f", float(number)))[0]


def plain(name, kind, value):
    if value is None:
        return None
    if kind is bool:
        return int(value)
    if name in ("ts", "started", "joined_ts", "left_ts"):
        return value if isinstance(value, int) else int(value) if value.lstrip("-").isdigit() else microseconds(value)
    return single(value) if kind is float else kind(value)


lines = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
cells = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))
theirs = [json.loads(line) for line in open(sys.argv[3], encoding="utf-8")]
if not len(lines) == len(cells) == len(theirs):
    sys.exit(f"{len(cells)} rows of CSV, {len(theirs)} of the engine")
kinds = {}
for line in lines:
    for name, value in line.items():
        if value is not None and kinds.get(name) is not float:  # 1.5 of a column may come after a 1
            kinds[name] = type(value)
wanted, found = collections.Counter(), collections.Counter()
for line, row, other in zip(lines, cells, theirs):
    wanted[tuple(None if line[name] is None else plain(name, kinds[name], int(row[name]) if kinds[name] is bool else row[name])
                 for name in line)] += 1
    found[tuple(plain(name, kinds.get(name, str), other[name]) for name in line)] += 1
for row in (wanted - found) or (found - wanted):
    sys.exit(f"{'CSV' if row in wanted else 'the engine'} alone has {row}")
print(f"{len(lines)} rows with {len(lines[0]) if lines else 0} columns")
