#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every quirk that docs/format tells is followed by what shows it: (shown by `test_x.c: function`) or
# (shown by `vectors.txt: name`), or by why nothing does. What these and SECURITY.md name is there.
set -u
. tests/structure/common.sh
temporary_folder

awk '/\*\*Quirk[^.]/ || /\*\*Quirk\.[^*]/ { print FILENAME ":" FNR ": write **Quirk.**"; bad = 1 }
     FNR == 1 && open { print where ": nothing shows it"; bad = 1 }
     FNR == 1 { open = 0 }
     /\*\*Quirk\.\*\*/ {
         if (open) { print where ": nothing shows it"; bad = 1 }
         open = 1
         where = FILENAME ":" FNR
     }
     /\((shown by|not shown: )/ { open = 0 }
     END { if (open) { print where ": nothing shows it"; bad = 1 } exit bad }' docs/format/*.md || bad=1

grep -oh '`[a-z0-9_]*\.\(c\|txt\): [a-zA-Z0-9_.]*`' docs/format/*.md docs/SECURITY.md | tr -d '`' | sort -u >"$folder/named"
[ "$(wc -l <"$folder/named")" -ge 20 ] || wrong 'too little is named'
while read -r file name; do
    file=${file%:}
    case $file in
    *.txt) grep -q "^$(printf '%s' "$name" | sed 's/\./\\./g')[[:space:]]" "tests/vectors/$file" || wrong "tests/vectors/$file has no $name" ;;
    *) grep -q "unit_test[a-z_]*(${name}[,)]" "tests/$file" || wrong "tests/$file has no test $name" ;;
    esac
done <"$folder/named"

# Scripts and fuzz targets that SECURITY.md names.
for file in $(grep -oh '`[a-z/_]*\.sh`\|`fuzz/fuzz_[a-z_]*\.c`' docs/SECURITY.md docs/format/*.md | tr -d '`' | sort -u); do
    [ -f "$file" ] || wrong "$file is named, but not there"
done
exit "$bad"
