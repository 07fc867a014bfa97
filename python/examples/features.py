# SPDX-License-Identifier: MIT
# usage: features.py RECORDING: features for a model, a row for each second and player
import sys

import teetape

ticks = teetape.open(sys.argv[1]).ticks(columns="tick,session,x,y,vx,vy,aim,direction,jump,hook,fire").to_pandas()
ticks["second"] = ticks["tick"] // 50
ticks["speed"] = (ticks["vx"] ** 2 + ticks["vy"] ** 2) ** 0.5
ticks["jump"] = ticks["jump"].astype("Int8")
ticks["jumps"] = ticks.groupby("session")["jump"].diff().clip(lower=0)
turn = ticks.groupby("session")["aim"].diff()
ticks["turn"] = ((turn + 804) % 1608 - 804).abs()  # half a turn is 804: take the shorter way round
features = ticks.groupby(["session", "second"]).agg(
    speed=("speed", "mean"), hooking=("hook", "mean"), largest_turn=("turn", "max"))
# A demo does not record who pressed a key, so jumps are unknown and not 0.
features["jumps"] = ticks.groupby(["session", "second"])["jumps"].sum(min_count=1)
print(features.describe().round(2).to_string())
