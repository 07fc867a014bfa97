#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: columns.sh COMMAND SOURCE_DIR
#
# The columns of time and tick, which lines count up from one record to the next: at every change of their
# widths, of a second and of an hour, after a silence, and for two records of one tick.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"

# The skips lead near 0:00:01, 0:00:02, 100, 1000, 0:10:00, an hour, 100 hours, and the widest tick.
{
    header 2 ''
    int -3 0 100 100 && int -6 0 1 2 3 0 0 0 0 0 0 0
    for skip in 0 2 40 0 0 0 30 18 870 28995 149990 17819995 81999987 2047483500; do
        int -2 "$skip"
        for move in 1 2 3 4 5 6; do
            int 0 "$move" 1
            int -5 0 0 1 "$move" 0 0 0 0 0 0 0
        done
    done
    int -1
} >columns.teehistorian

expected() { # tick of each line of $1
    awk '{ printf "%11s %8d\n", sprintf("%d:%02d:%02d.%02d", $1 / 180000, $1 / 3000 % 60, $1 / 50 % 60, $1 % 50 * 2), $1 }' "$1"
}
for verb in dump inputs; do
    run 0 $verb --json columns.teehistorian
    sed 's/^{"tick":\([0-9]*\),.*/\1/' out >ticks
    expected ticks >want
    run 0 $verb columns.teehistorian
    awk '{ printf "%11s %8d\n", $1, $2 }' out >have
    same want have "the columns of $verb"
    [ "$(wc -l <have)" -gt 80 ] || wrong "$verb prints $(wc -l <have) lines"
    grep -q '  *[0-9:.]*  *[0-9][0-9]*  [a-z 0-9]' out || wrong "$verb has no two blanks after the tick"
done
exit $bad
