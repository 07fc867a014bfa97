# SPDX-License-Identifier: MIT
# usage: load.py RECORDING
import sys

import teetape

run = teetape.open(sys.argv[1])
print(run.info["format"], run.info["last_tick"] // 50, "seconds")
for session in run.sessions().rows():
    print(session["cid"], session["name"], session["joined_tick"], session["left_tick"])
for fact in run.facts(kinds=["chat", "finish"]):
    print(fact.tick, fact.kind, fact.cid, getattr(fact, "text", ""))
