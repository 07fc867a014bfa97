#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tools/amalgamate.sh [FOLDER]
#
# Writes the core, libteetape, as two files into FOLDER (build/single): teetape.h with all public headers, and teetape.c with everything
# else. A program adds both, and needs no build system for them. Rooms come from the ground up, and no code is changed. structure.names
# checks that the files have no names in common; structure.amalgamation builds and tests the result.
set -eu
made=
[ $# -eq 0 ] || made=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/.."
# shellcheck source=tests/structure/common.sh
. tests/structure/common.sh
temporary_folder
made=${made:-build/single}
mkdir -p "$made"

# beginning SENTENCE...: what a reader of a made file has to know, and the licence.
beginning() {
    version=$(sed -n 's/^#define TT_VERSION_STRING "\(.*\)"$/\1/p' include/teetape/version.h)
    {
        printf '%s\n' 'SPDX-License-Identifier: MIT' '' "libteetape $version in one header and one source file, made by tools/amalgamate.sh."
        printf '%s\n' "$@" ''
        cat LICENSE
    } | sed 's/^/ * /; 1s,^ ,/,; s/ *$//'
    echo ' */'
}

# join FILE...: the files, and what they include in place of the includes. A header is there once, at its first use. A .def file is there
# each time, because its macros differ; the comments of its rows are there once. Headers of the system remain as they are. $folder/known
# lists headers that are left out.
join() {
    awk -v known="$folder/known" '
        function path_of(name,    line, is_public) {
            is_public = (getline line <("include/" name)) >= 0
            close("include/" name)
            return (is_public ? "include/" : "src/") name
        }
        function add(file,    line, name, is_again, in_comment) {
            is_again = file in seen
            seen[file]
            print "\n/* -- " file " -- */\n"
            while ((getline line <file) > 0) {
                if (is_again && (in_comment || line ~ /^\/\*/ || line == ""))
                    in_comment = line != "" && line !~ /\*\// || in_comment && line == ""
                else if (line ~ /^# *include "/) {
                    name = line
                    sub(/^[^"]*"/, "", name)
                    sub(/".*/, "", name)
                    name = path_of(name)
                    if (name ~ /[.]def$/ || !(name in seen))
                        add(name)
                } else
                    print line
            }
            close(file)
        }
        BEGIN {
            while ((getline file <known) > 0)
                seen[file]
            for (i = 1; i < ARGC; i++)
                if (!(ARGV[i] in seen))
                    add(ARGV[i])
        }' "$@"
}

: >"$folder/known"
# names in the tree have no blanks
# shellcheck disable=SC2046
{
    beginning 'Add teetape.c to your program, and include this header.'
    printf '%s\n' '#ifndef TEETAPE_TEETAPE_H' '#define TEETAPE_TEETAPE_H' '' \
        '/* Public functions are as visible as any others of your program. To export them where its options hide names, define TT_API as' \
        ' * __attribute__((visibility("default"))). */' '#ifndef TT_API' '#define TT_API' '#endif'
    join $(sed -n 's,^#include "\(.*\)"$,include/\1,p' include/teetape/teetape.h)
    printf '\n#endif\n'
} >"$made/teetape.h"

{
    echo include/teetape/teetape.h
    sed -n 's,^/\* -- \(include/.*[.]h\) -- \*/$,\1,p' "$made/teetape.h"
} >"$folder/known"
for room in $core_rooms; do
    find src -path "src/$room/*.c" | LC_ALL=C sort
done >"$folder/sources"
# shellcheck disable=SC2046
{
    beginning 'Compile this file with any C compiler, from C99 on: cc -O2 -c teetape.c'
    cat <<'END'
#ifdef __cplusplus
#error "compile teetape.c as C: cc -O2 -c teetape.c; the header is for C++, too"
#else
#include "teetape.h"

/* Old standards have the few novelties of C11 in this source as extensions. Inline functions of headers may be unused, and a local name
 * of one file may be a name of another. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#if __STDC_VERSION__ < 201112L && defined(__clang__)
#pragma GCC diagnostic ignored "-Wc11-extensions"
#elif __STDC_VERSION__ < 201112L
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#endif

/* Each operation of the physics is rounded by itself (src/physics/number.h). Where the machine can fuse two of them, gcc does so. */
#if defined(__GNUC__) && !defined(__clang__) && (defined(__FMA__) || !defined(__SSE2_MATH__))
#pragma GCC optimize("fp-contract=off")
#endif
END
    join $(cat "$folder/sources")
    printf '\n#endif\n'
} >"$made/teetape.c"
echo "$made/teetape.h and $made/teetape.c are written"
