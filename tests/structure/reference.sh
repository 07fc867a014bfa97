#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The API reference can be made from the headers without a warning, and has every public call and all of
# what comes from the rows.
set -u
. tests/structure/common.sh
need doxygen
temporary_folder

tools/reference.sh "$folder" || wrong 'tools/reference.sh has something to say (above)'
grep -o 'anchor_[^<>]*\|>[a-z_0-9A-Z]*<' "$folder"/*_8h.html | sed 's/.*>\(.*\)<$/\1/' | sort -u >"$folder/names"
# declarations as they begin a line: the name is before the first parenthesis or bracket
sed -n 's/^TT_API .*[ *]\(tt_[a-z0-9_]*\)[([;].*/\1/p' include/teetape/*.h | sort -u >"$folder/calls"
[ "$(wc -l <"$folder/calls")" -gt 200 ] || wrong 'too few calls were found in the headers'
comm -23 "$folder/calls" "$folder/names" | sed 's/$/ is not in the reference/' | grep . && bad=1
for name in TT_MSG_CL_SAY TT_SV_CHAT TT_TH_PLAYER_FINISH TT_FACT_FINISH TT_OBJ_CHARACTER TT_ERR_TH_TRUNCATED; do
    grep -qx "$name" "$folder/names" || wrong "the row $name is not in the reference"
done
exit "$bad"
