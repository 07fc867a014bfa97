#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The API reference can be made from the headers without a warning, and has every public call and all of
# what comes from the rows. Headers of teetape/io name public files only, and show how they are used.
set -u
. tests/structure/common.sh
need doxygen
temporary_folder

tools/reference.sh "$folder" || wrong 'tools/reference.sh has something to say (above)'
grep -o 'anchor_[^<>]*\|>[a-z_0-9A-Z]*<' "$folder"/*_8h.html | sed 's/.*>\(.*\)<$/\1/' | sort -u >"$folder/names"
# declarations as they begin a line: the name is before the first parenthesis or bracket
sed -n 's/^\(extern \)*TT_\(IO_\)*API .*[ *]\(tt_[a-z0-9_]*\)[([;].*/\3/p' include/teetape/*.h include/teetape/io/*.h | sort -u >"$folder/calls"
[ "$(wc -l <"$folder/calls")" -gt 200 ] || wrong 'too few calls were found in the headers'
[ "$(grep -c '^tt_io_' "$folder/calls")" -gt 100 ] || wrong 'too few calls were found in the headers of teetape/io'
comm -23 "$folder/calls" "$folder/names" | sed 's/$/ is not in the reference/' | grep . && bad=1
for name in TT_MSG_CL_SAY TT_SV_CHAT TT_TH_PLAYER_FINISH TT_FACT_FINISH TT_OBJ_CHARACTER TT_ERR_TH_TRUNCATED; do
    grep -qx "$name" "$folder/names" || wrong "the row $name is not in the reference"
done

# Headers speak to people who have no file of src/ and no command: what they name is theirs.
for header in include/teetape/io.h include/teetape/io/*.h; do
    grep -o '[a-z_0-9/]*\.h\>' "$header" | sort -u | while read -r name; do
        [ -f "include/teetape/io/$name" ] || [ -f "include/$name" ] || grep -q "<$name>" "$header" ||
            echo "$header names $name, which is not public"
    done
    awk -v name="$header" '/^\/\*\*|^ \*|^    \*|\/\*\*</ && /[ (`]--[a-z]|(^|[^_])(host_|archive_[a-z]+\()/ { print name ": " $0 }' "$header"
    # how it is used: lines of code in its first comment, but for a call or two
    case $header in
    */io.h | */export.h) ;;
    *) grep -q "^|.*\<${header#include/teetape/}" docs/library.md || echo "$header is not in the table of docs/library.md" ;;
    esac
    grep -E '^    TT_IO_[A-Z_]+( = .*)?,?$' "$header" | sed "s|.*|$header: & has no comment|"
    [ "$(grep -c '^TT_IO_API' "$header")" -le 2 ] || sed '/\*\//q' "$header" | grep -q '^ \*     ' ||
        echo "$header shows no use of it"
done >"$folder/private"
cat "$folder/private"
[ -s "$folder/private" ] && bad=1
exit "$bad"
