#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The command and the programs of examples/ use no member of a context that its header keeps for the
# library, which is what lies between "@cond library" and "@endcond". A copy of the headers calls those members
# deprecated, and compilers say who uses one.
set -u
. tests/structure/common.sh
need "${CC:-cc}"
temporary_folder

mkdir -p "$folder/teetape/schema"
cp include/teetape/schema/*.def "$folder/teetape/schema/"
cp -R include/teetape/io include/teetape/io.h "$folder/teetape/"
for header in include/teetape/*.h; do
    # Every member that begins on a line of its own; macros, comments and ends of structs remain.
    awk '/@cond library/ { private = 1 }
         /@endcond/ { private = 0 }
         {
             line = $0
             if (comment) {
                 if (line ~ /\*\//) comment = 0
             } else if (private && line ~ /^    +[a-z]/ && !open) {
                 sub(/^ +/, "&__attribute__((deprecated)) ", line)
                 open = 1
             }
             code = line
             gsub(/\/\*.*\*\//, "", code)
             if (code ~ /\/\*/) { comment = 1; sub(/\/\*.*/, "", code) }
             if (code ~ /[;{}] *$/) open = 0
             print line
         }' "$header" >"$folder/teetape/$(basename "$header")"
done
# And the header says so of every struct that has such members.
awk 'FNR == 1 { doc = "" }
     /^\/\*\*/ { doc = "" }
     !/^typedef struct|^    / { doc = doc $0 }
     /^typedef struct/ { name = $3 }
     /^    \/\*\* @cond library/ && doc !~ /library|[Mm]emory/ { print FILENAME ": " name; bad = 1 }
     END { exit bad }' include/teetape/*.h || wrong 'structs that do not say which members are for the library (above)'
# a header of the system: what it says of itself is no matter
flags="-std=c11 -fsyntax-only -D_DEFAULT_SOURCE -I. -Isrc -isystem $folder -Werror=deprecated-declarations"
printf '#include "teetape/delta.h"\nint f(const tt_delta_walk *w);\nint f(const tt_delta_walk *w) { return w->at == w->end; }\n' >"$folder/uses.c"
# shellcheck disable=SC2086
"${CC:-cc}" $flags "$folder/uses.c" 2>"$folder/out" && wrong 'a member of the library is used without a word'
# shellcheck disable=SC2086
find cli examples -maxdepth 1 -name '*.c' | LC_ALL=C sort | xargs -P 2 -n 8 "${CC:-cc}" $flags 2>"$folder/out" ||
    { grep -E 'error|fatal' "$folder/out" && wrong 'members that are for the library (above)'; }
exit $bad
