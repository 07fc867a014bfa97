# SPDX-License-Identifier: MIT
# usage: tiles.py RECORDING: how many ticks each player spent on tiles of freeze, by the map of the recording
import sys

import numpy
import teetape

run = teetape.open(sys.argv[1])
tiles = run.map().tiles()
ticks = run.ticks(columns="session,x,y").to_numpy()
row = numpy.clip(ticks["y"] // 32, 0, tiles.shape[0] - 1)
column = numpy.clip(ticks["x"] // 32, 0, tiles.shape[1] - 1)
on_freeze = tiles[row, column] == 9
for session in numpy.unique(ticks["session"]).compressed():
    print(f"session {session}: {on_freeze[ticks['session'] == session].sum()} ticks on freeze")
