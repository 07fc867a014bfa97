# SPDX-License-Identifier: MIT
# usage: speed.py RECORDING PLAYER
import sys

import numpy
import teetape

table = teetape.open(sys.argv[1]).ticks(columns="tick,vx,vy", player=sys.argv[2])
if table.height == 0:
    sys.exit(f"{sys.argv[2]} has no ticks in {sys.argv[1]}")
ticks = table.to_numpy()
speed = numpy.hypot(ticks["vx"], ticks["vy"]) * 50 / 32  # from units a tick to tiles a second
seconds = ticks["tick"] // 50
for second in range(seconds.min(), seconds.max() + 1, 10):
    now = speed[(seconds >= second) & (seconds < second + 10)]
    if now.count() > 0:
        print(f"{second:6d} s  {now.mean():5.1f} tiles a second, at most {now.max():.1f}")
