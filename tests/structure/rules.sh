#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each rule of tests/physics_rules.txt is the text of one place in src/physics, so that tools/physics_rules.py can take it out.
set -u
. tests/structure/common.sh
need python3
python3 tools/physics_rules.py --match || bad=1
exit "$bad"
