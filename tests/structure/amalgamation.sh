#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: amalgamation.sh BUILD_DIR
#
# What tools/amalgamate.sh makes of the core is two files that need nothing else: the source compiles without a warning from C99 to C23, the
# header also in C++, and no operations of the physics are fused. The core's unit tests in BUILD_DIR pass with it in place of libteetape.
set -u
. tests/structure/common.sh
need "${CC:-cc}" "${CXX:-g++}" pkg-config objcopy
temporary_folder
build=$1
cc=${CC:-cc}
# These run for about a second or more each. Or they need recordings that are not in the tree.
slow='convert_extremes convert_map convert_view delta_json demo_cut demo_damage demo_keyframe demo_reader demo_repair demo_world_delta
    json_peer json_write physics_forgeries physics_items physics_pack real_objects real_recordings recording recording_check recording_demo
    recording_facts recording_resume recording_span recording_state recording_wants silence teehistorian_advance teehistorian_cut
    teehistorian_cut_select teehistorian_cut_state teehistorian_cut_textbook teehistorian_history teehistorian_model
    teehistorian_next_tick teehistorian_reader teehistorian_repair teehistorian_resync teehistorian_sparse teehistorian_state
    teehistorian_tally'

tools/amalgamate.sh "$folder" || wrong 'tools/amalgamate.sh fails'
grep -n '^ *# *include "' "$folder/teetape.h" "$folder/teetape.c" | grep -v 'teetape[.]c:[0-9]*:#include "teetape[.]h"$' && wrong 'includes that remain (above)'

# compiles COMPILER OPTION...
compiles() {
    "$@" -Wall -Wextra -Wpedantic -Wshadow -Werror || wrong "failed: $*"
}
# Without optimization, which would take most of this test. tests/package/archive.sh compiles it with -O2.
compiles "$cc" -std=c99 -O0 -fPIC -shared -fstack-usage "$folder/teetape.c" -o "$folder/libsingle.so"
awk -F'\t' '$2 > 16384 { print $1 " takes " $2 " bytes of the stack"; bad = 1 } END { exit bad || NR < 1000 }' "$folder"/*.su ||
    wrong 'a function takes more than 16 KiB of the stack, or the compiler says nothing of it'
compiles "$cc" -std=c2x -fsyntax-only "$folder/teetape.c"
"${CXX:-g++}" -fsyntax-only "$folder/teetape.c" 2>"$folder/log" && wrong 'teetape.c compiles as C++'
grep -q 'compile teetape.c as C' "$folder/log" && [ "$(grep -c ' error: ' "$folder/log")" = 1 ] || wrong "C++ gets other errors: $(head -n 5 "$folder/log")"
! command -v clang >/dev/null || compiles clang -std=gnu11 -fsyntax-only "$folder/teetape.c"
printf '%s\n' '#include "teetape.h"' 'int main() { return tt_version()[0] == 0; }' >"$folder/uses.cc"
compiles "${CXX:-g++}" -std=c++20 -fsyntax-only "$folder/uses.cc"
compiles "${CXX:-g++}" -std=c++11 "$folder/uses.cc" -o "$folder/uses" -L"$folder" -lsingle -Wl,-rpath,"$folder"
"$folder/uses" || wrong 'a program in C++ does not run'

# A plug-in exports nothing of it, unless it asks for that.
compiles "$cc" -std=c99 -O0 -fPIC -shared -fvisibility=hidden "$folder/teetape.c" -o "$folder/libhidden.so"
"${NM:-nm}" -D --defined-only "$folder/libhidden.so" | grep -E ' tti?_' && wrong 'names that -fvisibility=hidden does not hide (above)'
printf '%s\n' '#include "teetape.h"' '#include <stddef.h>' 'const char *tt_version(void) { return NULL; }' >"$folder/exports.c"
compiles "$cc" -fPIC -shared -fvisibility=hidden -DTT_API='__attribute__((visibility("default")))' "$folder/exports.c" -o "$folder/libexports.so"
"${NM:-nm}" -D --defined-only "$folder/libexports.so" | grep -q ' tt_version$' || wrong 'TT_API does not export'

if [ "$(uname -m)" = x86_64 ]; then
    awk '/^\/\* -- src/ { exit } !/^#include/' "$folder/teetape.c" >"$folder/fused.c"
    echo 'float fused(float a, float b, float c); float fused(float a, float b, float c) { float product = a * b; return product + c; }' >>"$folder/fused.c"
    echo '#endif' >>"$folder/fused.c"
    "$cc" -O2 -mfma -S "$folder/fused.c" -o "$folder/fused.s" || wrong 'the beginning of teetape.c is no code'
    grep -q vfmadd "$folder/fused.s" && wrong 'two operations are fused'
    awk '!/fp-contract/' "$folder/fused.c" >"$folder/free.c"
    "$cc" -O2 -mfma -S "$folder/free.c" -o "$folder/free.s"
    case $("$cc" --version) in
    *clang*) ;;
    *) grep -q vfmadd "$folder/free.s" || wrong 'the test of fused operations finds none where they are allowed' ;;
    esac
fi

# What tests share has parts of libteetape-io, which come from the archive where a test needs them.
libraries='-lcmocka -ljansson -lm'
for module in liblzma libzstd zlib; do
    libraries="$libraries $(pkg-config --libs --silence-errors $module)"
done
"$cc" -fuse-ld=lld "$folder/libsingle.so" -shared -o "$folder/linked" 2>/dev/null && libraries="$libraries -fuse-ld=lld"
# The tests are linked as one program, by tests/together.c. Where the build has linked them one by one, each object has a `main`.
names='' objects=''
for source in tests/test_*.c; do
    program=$(basename "$source" .c)
    name=${program#test_}
    case $name in archive_* | cli_* | host_* | io_* | table* | raster_* | find_query | game | map_shared) continue ;; esac
    # shellcheck disable=SC2086
    case " $(echo $slow) " in *" $name "*) continue ;; esac
    object=$build/tests/CMakeFiles/test_together.dir/$program.c.o
    if [ ! -e "$object" ]; then
        object=$folder/$program.o
        objcopy --redefine-sym "main=main_of_$name" "$build/tests/CMakeFiles/$program.dir/$program.c.o" "$object" ||
            wrong "$program has no object"
    fi
    names="$names $name" objects="$objects $object"
done
for name in $names; do
    printf 'int main_of_%s(void);\n' "$name" >>"$folder/prototypes.h"
    printf '{"%s", main_of_%s},\n' "$name" "$name" >>"$folder/names.h"
done
passed=0
# shellcheck disable=SC2086
"$cc" -include "$folder/prototypes.h" -I"$folder" tests/together.c $objects "$build/tests/libtest_shared.a" \
    "$build/src/libteetape-io.a" "$folder/libsingle.so" -Wl,-rpath,"$folder" $libraries -o "$folder/tests" >"$folder/log" 2>&1 ||
    wrong "the tests cannot be linked: $(grep undefined "$folder/log" | sort -u | head -n 9)"
for name in $names; do
    if (cd "$folder" && ./tests "$name") >"$folder/log" 2>&1; then
        passed=$((passed + 1))
    else
        wrong "test_$name fails: $(cat "$folder/log")"
    fi
done
echo "$passed tests pass"
[ "$passed" -gt 90 ] || wrong 'these are too few'
exit $bad
