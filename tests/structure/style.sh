#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a formatter does not see: licence line, blanks, invisible characters, length of functions and files.
set -u
. tests/structure/common.sh
temporary_folder

# A process for each file would take longer than everything else here.
c_files | xargs awk 'FNR == 1 && !/^\/\* SPDX-License-Identifier: MIT$/ { print FILENAME ":1: no SPDX line"; bad = 1 }
    END { exit bad }' || bad=1
{
    find include src -name '*.def'
    find . \( -path ./build -o -path ./.git \) -prune -o -name '*.sh' -print
    printf '%s\n' check quickstart .ci/run
} | xargs grep -L -m 1 'SPDX-License-Identifier: MIT' | sed 's/$/: no SPDX line/' | grep . && bad=1

tab=$(printf '\t')
text_files | xargs grep -n '[[:space:]]$' /dev/null | sed 's/$/: trailing blank/' | grep . && bad=1
text_files | xargs grep -n "$tab" /dev/null | sed 's/$/: tab/' | grep . && bad=1
if text_files | xargs tail -q -c 1 | LC_ALL=C tr -d '\n' | grep -q .; then
    for file in $(text_files); do
        [ -z "$(tail -c 1 "$file")" ] || wrong "$file: no line end at the end"
    done
fi
# Bidirectional controls, zero-width characters and the byte order mark hide what a line says.
invisible=$(printf '\342\200[\213-\217\252-\256]\|\342\201[\240-\251]\|\357\273\277')
text_files | LC_ALL=C xargs grep -n "$invisible" && wrong 'invisible characters (lines above)'

# With the formatter's style a function body is what is between { and } in the first column.
lengths() {
    awk 'FNR == 1 { generated = 0; start = 0 }
         FNR <= 12 && /[Gg]enerated by/ { generated = 1 }
         /^\{/ { start = FNR; name = before }
         /^\}/ { if (start && !generated) print FNR - start - 1, FILENAME ":" start, name; start = 0 }
         !/^[{}[:space:]]/ { before = $0 }' "$@"
}
# shellcheck disable=SC2046
lengths $(c_files) | sort -rn >"$folder/lengths"
awk '$1 > 120 { print "too long (120 at most): " $0; bad = 1 }
     $1 > 60 { long++; if ($1 <= 120) print "note: long (60 is the aim): " $0 }
     END {
         if (long * 20 > NR) { print long " of " NR " functions are above 60 lines; one in twenty at most"; bad = 1 }
         exit bad
     }' "$folder/lengths" || bad=1

c_files | xargs awk 'function tell() { if (lines > 500 && !generated) print "note: " file " has " lines " lines (500 is the alarm)" }
    FNR == 1 { tell(); file = FILENAME; generated = 0 }
    FNR <= 12 && /[Gg]enerated by/ { generated = 1 }
    { lines = FNR }
    END { tell() }'

# single/ is in a source archive alone
entries=$(find . -mindepth 1 -maxdepth 1 ! -name '.*' ! -name build ! -name single | wc -l)
[ "$entries" -le 21 ] || wrong "the root has $entries entries; give new things a folder"
exit $bad
