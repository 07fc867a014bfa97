# SPDX-License-Identifier: MIT
# usage: heat.py FOLDER: counts tees by tile, over all recordings of a folder
import sys
from collections import Counter
from pathlib import Path

import numpy
import teetape

maps = {}
for path in sorted(Path(sys.argv[1]).rglob("*.teehistorian*")):
    if path.suffix == ".ttidx":  # an index beside a recording
        continue
    try:
        run = teetape.open(path)
        ticks = run.ticks(columns="x,y", every=25)
    except (teetape.Error, OSError) as error:
        print(f"passed over: {error}", file=sys.stderr)
        continue
    tiles = numpy.stack([numpy.asarray(ticks["x"]) // 32, numpy.asarray(ticks["y"]) // 32], axis=1)
    places, counts = numpy.unique(tiles, axis=0, return_counts=True)
    heat = maps.setdefault(run.info["map_name"], Counter())
    heat.update(dict(zip(map(tuple, places.tolist()), counts.tolist())))
for name, heat in maps.items():
    print(name, [f"{x},{y}: {count / 2:.0f} s" for (x, y), count in heat.most_common(3)])
