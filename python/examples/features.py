# SPDX-License-Identifier: MIT
# usage: features.py RECORDING: what a model reads, a row a second and player
import sys

import teetape

ticks = teetape.open(sys.argv[1]).ticks(columns="tick,session,x,y,vx,vy,aim,direction,jump,hook,fire").to_pandas()
ticks["second"] = ticks["tick"] // 50
ticks["speed"] = (ticks["vx"] ** 2 + ticks["vy"] ** 2) ** 0.5
ticks["jumps"] = ticks.groupby("session")["jump"].transform(lambda keys: keys.astype("boolean").fillna(False).astype(int).diff().clip(lower=0))
turn = ticks.groupby("session")["aim"].diff()
ticks["turn"] = ((turn + 804) % 1608 - 804).abs()  # half a turn is 804: the shorter way round
features = ticks.groupby(["session", "second"]).agg(
    speed=("speed", "mean"), jumps=("jumps", "sum"), hooking=("hook", "mean"), largest_turn=("turn", "max"))
print(features.describe().round(2).to_string())
