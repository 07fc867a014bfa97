# SPDX-License-Identifier: MIT
#
# usage: answers.py TEETAPE DATABASE FOLDER PLAYER MAP OUT_FOLDER
#
# What the queries of examples/clickhouse have to answer, from what knows nothing of ClickHouse: `teetape find`, its database, and
# tables as CSV, counted here. Writes OUT_FOLDER/QUERY.expected, a line a row, words with tabs between them as ClickHouse has them,
# in any order.
import collections
import csv
import io
import json
import sqlite3
import subprocess
import sys

teetape, database, folder, player, map_name, out = sys.argv[1:]


def run(*words):
    return subprocess.run([teetape, *words], check=True, capture_output=True, text=True).stdout


def cell(value):
    if value is None:
        return "\\N"
    if isinstance(value, float):
        return str(int(value)) if value == int(value) else repr(value)
    text = str(value)
    for before, after in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("'", "\\'")):
        text = text.replace(before, after)
    return text


def write(query, rows):
    with open(f"{out}/{query}.expected", "w", encoding="utf-8") as file:
        for row in rows:
            file.write("\t".join(cell(value) for value in row) + "\n")


def find(*words):
    text = run("find", "-q", "--db", database, "--no-scan", "--json", *words, folder)
    return [json.loads(line) for line in text.splitlines()]


def table(*words):
    return csv.DictReader(io.StringIO(run("table", *words)))


def facts():
    kinds = "join,finish,death,chat"
    for fact in find("--player", "name:" + player, "--kind", kinds, "--format", "teehistorian"):
        kind = fact["kind"]
        yield (fact["game_uuid"], fact["tick"], kind, fact["cid"], fact["value"] if kind == "finish" else None,
               fact["text"] if kind == "chat" else None)


def finishes(names, days):
    for fact in find("--map", map_name, "--faster", "2:00", "--format", "teehistorian"):
        recording = fact["game_uuid"]
        session = [s for s in names[recording] if s[1] == fact["cid"] and s[2] <= fact["tick"] <= s[3]][-1]
        yield fact["value"] / 50, session[4], days[recording], recording, fact["tick"], fact["cid"]


def together(names):
    """Pairs of sessions of a recording, one by one."""
    counts = collections.defaultdict(lambda: [0, set(), 0])
    for recording, sessions in names.items():
        for own in sessions:
            for other in sessions:
                ticks = min(own[3], other[3]) - max(own[2], other[2])
                if own[4] == player and other[0] != own[0] and ticks > 0:
                    count = counts[other[4]]
                    count[0] += 1
                    count[1].add(recording)
                    count[2] += ticks
    return [(name, n, len(recordings), ticks / 50) for name, (n, recordings, ticks) in counts.items()]


def heat(files):
    tiles = collections.Counter()
    for row in table("ticks", "--columns", "x,y", *files):
        tiles[int(int(row["x"]) / 32), int(int(row["y"]) / 32)] += 1
    return [(x, y, ticks) for (x, y), ticks in tiles.items()]


def timing(files):
    for recording, file in files:
        inputs = collections.defaultdict(list)
        wanted = "session,tick,direction,jump,hook"
        for row in table("inputs", "-q", "--player", "name:" + player, "--columns", wanted, file):
            if row["session"] != "":
                inputs[int(row["session"])].append([int(row[name]) for name in wanted.split(",")])
        for session, rows in inputs.items():
            counts, intervals = [], []
            for is_down in (lambda r: r[2] < 0, lambda r: r[2] > 0, lambda r: r[3] != 0, lambda r: r[4] != 0):
                presses = [now[1] for before, now in zip(rows, rows[1:]) if is_down(now) and not is_down(before)]
                counts.append(len(presses))
                intervals += [b - a for a, b in zip(presses, presses[1:])]
            intervals.sort()
            yield (recording, session, len(rows), *counts, intervals[(len(intervals) - 1) // 2] if intervals else 0)


archive = sqlite3.connect(database)
games = {row[0]: row[1:] for row in archive.execute(
    "select r.game_uuid, f.path, r.map_name, date(r.start_time, 'unixepoch') from recording as r join file as f on f.recording = r.id "
    "where r.format = 'teehistorian'")}
# number, cid, first and last tick, name of each session
sessions = collections.defaultdict(list)
for row in archive.execute(
        "select r.game_uuid, s.session, s.cid, s.joined_tick, s.left_tick, v.player from session as s "
        "join recording as r on r.id = s.recording join sessions as v on v.recording = s.recording and v.session = s.session "
        "where r.format = 'teehistorian' order by s.session"):
    sessions[row[0]].append(row[1:])
borne = {row[0] for row in archive.execute(
    "select r.game_uuid from session_name as b join name as n on n.id = b.name join recording as r on r.id = b.recording where n.name = ?",
    [player])}
write("facts", facts())
write("finishes", finishes(sessions, {game: of[2] for game, of in games.items()}))
write("together", together(sessions))
write("heat", heat([of[0] for of in games.values() if of[1] == map_name]))
write("timing", timing([(game, of[0]) for game, of in games.items() if game in borne]))
