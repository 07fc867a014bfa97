# SPDX-License-Identifier: MIT
# usage: folder.py FOLDER: the sessions of all recordings of a folder in one frame
import sys
from pathlib import Path

import pandas
import teetape

frames = []
for path in sorted(Path(sys.argv[1]).rglob("*.teehistorian*")):
    if path.suffix == ".ttidx":  # an index beside a recording
        continue
    try:
        sessions = teetape.open(path).sessions(columns="recording,cid,name,joined_tick,left_tick")
    except (teetape.Error, OSError) as error:  # not a recording, or unreadable: skip it
        print(f"passed over: {error}", file=sys.stderr)
        continue
    frames.append(sessions.to_pandas())
if not frames:
    sys.exit(f"there are no recordings in {sys.argv[1]}")
everything = pandas.concat(frames, ignore_index=True)
print(everything.groupby("recording")["name"].nunique().to_string())
