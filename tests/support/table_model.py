# SPDX-License-Identifier: MIT
#
# usage: table_model.py CSV_TICKS CSV_INPUTS DUMP_JSON
#
# Compares tables of a teehistorian file, written as CSV and read by Python, with what its records say, as
# `teetape dump --json` gives them.
import csv
import json
import sys


def model(path):
    """Returns the rows of `ticks` and those of `inputs`."""
    places, ticks, inputs, last = {}, [], [], None

    def fill(until):
        """Appends the rows of the ticks up to this one, in which no tee moves."""
        for tick in range(last, until):
            for cid in sorted(places):
                ticks.append((tick, cid) + tuple(places[cid]))

    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        tick, kind = record["tick"], record["kind"]
        if last is not None and tick > last:
            fill(tick)
        last = tick
        if kind == "player_new":
            places[record["cid"]] = [record["x"], record["y"]]
        elif kind == "player_old":
            places.pop(record["cid"], None)
        elif kind == "player_diff":
            places[record["cid"]] = [record["x"], record["y"]]
        elif kind == "input_new" or (kind == "input_diff" and any(record["diff"])):
            inputs.append((tick, record["cid"]) + tuple(record["input"]))
    fill(last + 1)
    return ticks, inputs


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file, strict=True)
        next(rows)
        return [tuple(int(cell) for cell in row) for row in rows]


def compare(what, rows, expected):
    for i, (a, b) in enumerate(zip(rows, expected)):
        if a != b:
            sys.exit(f"{what}: row {i} is {a}, and not {b}")
    if len(rows) != len(expected):
        sys.exit(f"{what}: {len(rows)} rows, and not {len(expected)}")


ticks, inputs = model(sys.argv[3])
compare("ticks", read(sys.argv[1]), ticks)
compare("inputs", read(sys.argv[2]), inputs)
