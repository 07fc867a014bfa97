#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/drift.sh DDNET-CHECKOUT
#
# Reads the lists of names and numbers in a checkout of the game, and prints what the rows of this tree lack or have
# otherwise. What the rows alone have is not printed, as recordings of older releases have it. Ends with 0 when there is
# nothing to print, with 1 when there is, and with 2 where a list cannot be read.
set -eu
[ $# -eq 1 ] || { sed -n '4s/^# //p' "$0" >&2 && exit 2; }
checkout=$1
tree=$(cd "$(dirname "$0")/.." && pwd)
schema=$tree/include/teetape/schema
game=$checkout/src/game
engine=$checkout/src/engine

set -- rows="$tree" "$schema/teehistorian.def" "$schema/th_header.def" "$schema/messages.def" "$schema/server_messages.def" \
    "$schema/snap_objects.def" "$tree/src/msg/commands.def"
for more in "$schema"/*.def "$tree"/src/*/*.def; do # rows that this script does not know by name have UUIDs, too
    case " $* " in *" $more "*) ;; *) set -- "$@" "$more" ;; esac
done
set -- "$@" "$tree/include/teetape/map.h" "$tree/src/paint/rule_table.c" \
    list=numbers "$engine/shared/protocol.h" \
    list=uuids "$engine/shared/teehistorian_ex_chunks.h" "$engine/shared/protocol_ex_msgs.h" \
    list=records "$game/server/teehistorian.cpp" \
    list=six "$checkout/datasrc/network.py" list=seven "$checkout/datasrc/seven/network.py" \
    list=settings "$engine/shared/config_variables.h" list=tunings "$game/tuning.h" \
    list=tiles "$game/mapitems.h" list=commands
for source in "$engine"/server/*.cpp "$engine"/shared/*.cpp "$game"/server/*.cpp "$game"/*commands.h; do
    [ ! -f "$source" ] || set -- "$@" "$source"
done
for file; do
    case $file in *=*) continue ;; esac
    [ -r "$file" ] || { printf '%s: cannot be read\n' "$file" >&2 && exit 2; }
done
exec awk -f "$tree/tools/drift.awk" "$@"
