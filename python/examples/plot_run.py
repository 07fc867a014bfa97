# SPDX-License-Identifier: MIT
# usage: plot_run.py RECORDING PLAYER OUT.png: a run over its map, coloured by speed
import sys

import teetape

run = teetape.open(sys.argv[1])
run.picture(paths="speed", player=sys.argv[2], size="640x360", out=sys.argv[3])
