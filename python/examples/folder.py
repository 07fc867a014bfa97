# SPDX-License-Identifier: MIT
# usage: folder.py FOLDER: the sessions of all recordings of a folder in one frame
import sys

import pandas
import teetape

columns = "cid,name,joined_tick,left_tick"
frames = [sessions.to_pandas() for _, sessions in teetape.scan(sys.argv[1], table="sessions", columns=columns)]
if not frames:
    sys.exit(f"there are no recordings in {sys.argv[1]}")
everything = pandas.concat(frames, ignore_index=True)
print(everything.groupby("recording")["name"].nunique().to_string())
