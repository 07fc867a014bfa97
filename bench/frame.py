# SPDX-License-Identifier: MIT
"""usage: frame.py COMMAND FOLDER [FILES ROUNDS]

Recordings to one pandas frame: a row a tick and tee. FOLDER gets FILES (500) teehistorian files, if it has none: every
fourth is a copy of a recording in tests/recordings, the others are cuts of them, made by COMMAND, about 28 MB in all. Prints the
median of ROUNDS (5) and the fastest: wall time, and the time of all threads; on one thread and on all.
"""
import os
import random
import statistics
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas

import teetape

COLUMNS = "tick,cid,session,x,y"


def make(command, folder, count):
    sources = [path for path in sorted((Path(__file__).resolve().parents[1] / "tests" / "recordings").rglob("*.teehistorian"))
               if path.stat().st_size > 10_000]
    last = {path: teetape.open(path).info["last_tick"] for path in sources}
    chance = random.Random(1)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        source, target = sources[i % len(sources)], folder / f"{i:04}.teehistorian"
        if i % 4 == 0:
            target.write_bytes(source.read_bytes())
            continue
        begin = chance.randrange(last[source] // 2)
        end = begin + chance.randrange(last[source] // 5, last[source] * 2 // 5)
        subprocess.run([command, "cut", f"--from={begin}", f"--to={end}", "-o", target, source], check=True,
                       capture_output=True)


def frame_of(numbered):
    number, path = numbered
    frame = teetape.open(path).ticks(columns=COLUMNS).to_pandas()
    frame.insert(0, "file", number)
    return frame


def frame_of_all(paths, threads):
    if threads == 1:
        return pandas.concat(map(frame_of, enumerate(paths)), ignore_index=True)
    with ThreadPoolExecutor(threads) as pool:
        return pandas.concat(pool.map(frame_of, enumerate(paths)), ignore_index=True)


def main():
    command, folder = sys.argv[1], Path(sys.argv[2])
    count, rounds = (int(word) for word in (sys.argv[3:5] or ("500", "5")))
    if not folder.exists():
        make(command, folder, count)
    paths = sorted(folder.glob("*.teehistorian"))
    size = sum(path.stat().st_size for path in paths)
    cores = len(os.sched_getaffinity(0))
    print(f"{len(paths)} files, {size / 1e6:.1f} MB, pandas {pandas.__version__}, load {os.getloadavg()[0]:.1f}")
    for threads in sorted({1, cores}):
        walls, works = [], []
        for _ in range(rounds):
            wall, work = time.perf_counter(), time.process_time()
            rows, columns = frame_of_all(paths, threads).shape
            walls.append(time.perf_counter() - wall)
            works.append(time.process_time() - work)
        print(f"{threads} threads: {rows} rows of {columns} columns, {statistics.median(walls):.2f} s (fastest {min(walls):.2f}), "
              f"processor {statistics.median(works):.2f} s")


if __name__ == "__main__":
    warnings.simplefilter("error", teetape.DamageWarning)
    main()
