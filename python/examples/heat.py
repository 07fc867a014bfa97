# SPDX-License-Identifier: MIT
# usage: heat.py FOLDER: counts tees by tile, over all recordings of a folder
import sys
from collections import Counter

import numpy
import teetape

maps = {}
for run, ticks in teetape.scan(sys.argv[1], table="ticks", columns="x,y", every=25):
    tiles = numpy.stack([numpy.asarray(ticks["x"]) // 32, numpy.asarray(ticks["y"]) // 32], axis=1)
    places, counts = numpy.unique(tiles, axis=0, return_counts=True)
    heat = maps.setdefault(run.info["map_name"], Counter())
    heat.update(dict(zip(map(tuple, places.tolist()), counts.tolist())))
for name, heat in maps.items():
    print(name, [f"{x},{y}: {count / 2:.0f} s" for (x, y), count in heat.most_common(3)])
