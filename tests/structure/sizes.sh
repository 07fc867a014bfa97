#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Structs of the core that are too large for a small stack say their size, and what is said is right within a tenth. The
# numbers are those of 64-bit machines.
set -u
. tests/structure/common.sh
need "${CC:-cc}"
temporary_folder

# "STRUCT KIB" for each public struct; 0 for one that says no size. `doc` is the comment right above a struct.
awk 'FNR == 1 { doc = "" }
     /^\/\*\*/ { doc = "" }
     /^typedef struct tt_[a-z0-9_]* \{/ {
         print $3, match(doc, /[0-9]+ KiB/) ? substr(doc, RSTART, RLENGTH) + 0 : 0
         doc = ""
     }
     { doc = doc $0 }' include/teetape/*.h >"$folder/said"
[ "$(awk '$2 > 0' "$folder/said" | wc -l)" -ge 15 ] || wrong 'too few structs say their size'
{
    printf '#include <teetape/teetape.h>\n#include <stdio.h>\nint main(void)\n{\n    if (sizeof(void *) != 8)\n        return 77;\n'
    awk '{ printf "    printf(\"%s %s %%zu\\n\", sizeof(%s));\n", $1, $2, $1 }' "$folder/said"
    printf '    return 0;\n}\n'
} >"$folder/sizes.c"
"${CC:-cc}" -std=c11 -Iinclude "$folder/sizes.c" -o "$folder/sizes" || wrong 'does not compile'
"$folder/sizes" >"$folder/real" || exit $?
awk '$2 == 0 && $3 > 4096 { print $1 ": does not say that it has " int($3 / 1024 + 0.5) " KiB"; bad = 1 }
     $2 > 0 && ($2 * 1024 > $3 * 1.1 || $2 * 1024 < $3 * 0.9) { print $1 ": says " $2 " KiB and has " $3 / 1024; bad = 1 }
     END { exit bad }' "$folder/real" || bad=1
exit $bad
