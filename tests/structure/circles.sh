#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: circles.sh BUILD
#
# No two files call each other, not by way of others either: what both need is in a third one. A reader
# can so begin at the bottom and never has to know what comes later. Told by the names in the object files:
# an undefined one leads to the file that defines it.
set -u
. tests/structure/common.sh
need "${NM:-nm}"
need tsort
temporary_folder

# Of a file that is built more than once one is enough.
find "$1" \( -path '*/src/*' -o -path '*/cli/*' -o -path '*/bench/*' -o -path '*/tools/*' -o \
    -path '*/tests/support/game/*' \) -name '*.c.o' |
    sed -E 's|^(.*/CMakeFiles/[^/]*\.dir/)(.*)$|\2 &|' | LC_ALL=C sort | awk '
    { split($2, part, "/CMakeFiles/"); key = part[1] "/" $1 } !seen[key]++ { print $2 }' >"$folder/objects"
[ -s "$folder/objects" ] || wrong "no object files in $1"

xargs "${NM:-nm}" -A -g -P <"$folder/objects" | sed -E "s|^$1/||; s|CMakeFiles/[^/]*\.dir/||; s|\.c\.o: | |" >"$folder/names"
awk 'NR == FNR { if ($3 ~ /^[TDBRCV]$/ && !($2 in home)) home[$2] = $1; next }
     $3 == "U" && ($2 in home) && home[$2] != $1 { print $1, home[$2] }' "$folder/names" "$folder/names" |
    LC_ALL=C sort -u >"$folder/calls"
[ -s "$folder/calls" ] || wrong 'no calls between files were found'
tsort "$folder/calls" >"$folder/order" 2>"$folder/loops"
if [ -s "$folder/loops" ]; then
    cat "$folder/loops"
    wrong 'files that call each other in a circle (above)'
fi
exit $bad
