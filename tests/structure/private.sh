#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The command and the programs of examples/ use no member of a struct that its header keeps for the
# library, which is what lies between "@cond library" and "@endcond". A copy of the headers calls those members
# deprecated, and compilers say who uses one.
set -u
. tests/structure/common.sh
need "${CC:-cc}"
temporary_folder

mkdir -p "$folder/teetape/schema" "$folder/teetape/io"
cp include/teetape/schema/*.def "$folder/teetape/schema/"
headers=$(find include/teetape -name '*.h')
for header in $headers; do
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
         }' "$header" >"$folder/${header#include/}"
done
# And the header says so of every struct that has such members.
# shellcheck disable=SC2086
awk 'FNR == 1 { doc = "" }
     /^\/\*\*/ { doc = "" }
     !/^typedef struct|^    / { doc = doc $0 }
     /^typedef struct/ { name = $3 }
     /^    \/\*\* @cond library/ && doc !~ /library|[Mm]emory/ { print FILENAME ": " name; bad = 1 }
     END { exit bad }' $headers || wrong 'structs that do not say which members are for the library (above)'
# a header of the system: what it says of itself is no matter
printf '#define TT_COMMIT ""\n#define TT_BUILD_TYPE ""\n' >"$folder/build.h"
flags="-std=c11 -fsyntax-only -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=700 -include $folder/build.h -I. -isystem $folder"
flags="$flags -Werror=deprecated-declarations"
# is_seen HEADER STRUCT MEMBER
is_seen() {
    printf '#include "%s"\nint f(const %s *s);\nint f(const %s *s) { return s->%s != 0; }\n' "$1" "$2" "$2" "$3" >"$folder/uses.c"
    # shellcheck disable=SC2086
    "${CC:-cc}" $flags "$folder/uses.c" 2>"$folder/out" && wrong "a member of the library is used without a word: $3 of $2"
    grep -q 'deprecated' "$folder/out" || wrong "$3 of $2 is not found: $(cat "$folder/out")"
}
is_seen teetape/delta.h tt_delta_walk end
is_seen teetape/io/output.h tt_io_output used
is_seen teetape/io/plain.h tt_io_plain fd
# shellcheck disable=SC2086
find cli examples -name '*.c' ! -path '*/windows/*' ! -path 'examples/add_*' | LC_ALL=C sort | xargs -P 2 -n 8 "${CC:-cc}" $flags 2>"$folder/out" ||
    { grep -E 'error|fatal' "$folder/out" && wrong 'members that are for the library (above)'; }
exit $bad
