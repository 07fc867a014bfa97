#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: subproject.sh BUILD_DIR
#
# Inside another project (add_subdirectory) only the library is built that is asked for: what BUILD_SHARED_LIBS says, a static
# one by default. teetape::teetape is the same name there as after find_package, whatever was installed. The second library, the command,
# tests, examples, benchmarks and what `cmake --install` does come by options alone. What BUILD_DIR has compiled with the same flags
# is not compiled again.
set -u
. tests/structure/common.sh
need make ninja readelf
temporary_folder
reuse_objects "$1"

cmake=${CMAKE:-cmake}
tree=$PWD
mkdir "$folder/outer" "$folder/user"
cp tests/consumer/consumer.c "$folder/outer/"
cp tests/consumer/consumer.c "$folder/user/"

cat >"$folder/outer/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(outer LANGUAGES C)
enable_testing()
add_subdirectory($tree teetape)
add_executable(program consumer.c)
target_link_libraries(program PRIVATE \${LINKED})
END
cat >"$folder/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(user LANGUAGES C)
find_package(teetape 0.3 REQUIRED COMPONENTS core)
add_executable(program consumer.c)
target_link_libraries(program PRIVATE teetape::teetape)
END

quietly() {
    "$@" >"$folder/log" 2>&1 || {
        tail -n 30 "$folder/log"
        wrong "failed: $*"
    }
}

# outer WHAT WANTED [OPTION...]: the outer project, built with these options. WANTED are the programs and libraries that are
# there then. Objects are kept from one time to the next.
outer() {
    what=$1 wanted=$2
    shift 2
    find "$folder/build" -type f \( -name '*.a' -o -name '*.so*' -o -name program \) -exec rm {} + 2>/dev/null
    quietly "$cmake" -S "$folder/outer" -B "$folder/build" -DCMAKE_C_COMPILER="${CC:-cc}" -U BUILD_SHARED_LIBS \
        -U TT_INSTALL -DLINKED=teetape::teetape "$@"
    quietly "$cmake" --build "$folder/build" -j 2
    built=$(cd "$folder/build" && find . -name CMakeFiles -prune -o -type f \( -perm -u+x -o -name '*.a' -o -name '*.so*' \) -print |
        sed 's|.*/||' | LC_ALL=C sort | paste -sd ' ')
    [ "$built" = "$wanted" ] || wrong "$what: built are '$built', and not '$wanted'"
    "$folder/build/program" || wrong "$what: the program fails"
    tests=$(cd "$folder/build" && "${cmake%cmake}ctest" -N | sed -n 's/^Total Tests: //p')
    [ "$tests" = 0 ] || wrong "$what: the outer project has $tests tests of ours"
}

# needs YES|NO: whether the program uses the shared library
needs() {
    if readelf -d "$1" | grep -q 'NEEDED.*libteetape\.so\.0\.'; then used=YES; else used=NO; fi
    [ "$used" = "$2" ] || wrong "$3: the shared library is used: $used"
}

# installed WHAT WANTED SHARED: what `cmake --install` of the build gives, and whether a user's program uses a shared library then
installed() {
    rm -rf "$folder/prefix" "$folder/user/build/program"
    mkdir "$folder/prefix"
    quietly "$cmake" --install "$folder/build" --prefix "$folder/prefix"
    files=$(find "$folder/prefix" -name 'libteetape*' | sed 's|.*/||' | LC_ALL=C sort | paste -sd ' ')
    [ "$files" = "$2" ] || wrong "$1: installed are '$files', and not '$2'"
    [ -n "$2" ] || return 0
    # what CMake knows of the compiler is kept, and not what it has found
    quietly "$cmake" -S "$folder/user" -B "$folder/user/build" -U '*teetape*' -U '*TT_*' -U '*pkg*' -U '*PKG*' -U '*PkgConfig*' -DCMAKE_PREFIX_PATH="$folder/prefix" -DCMAKE_C_COMPILER="${CC:-cc}"
    quietly "$cmake" --build "$folder/user/build"
    "$folder/user/build/program" || wrong "$1: the user's program fails"
    needs "$folder/user/build/program" "$3" "$1"
}

version=$(sed -n 's/^#define TT_VERSION_STRING "\(.*\)"$/\1/p' include/teetape/version.h)
shared="libteetape.so libteetape.so.${version%.*} libteetape.so.$version"

# Ninja takes a third of the time that make does, which builds the first one.
export CMAKE_GENERATOR='Unix Makefiles'
outer make 'libteetape.a program'
rm -r "$folder/build"
export CMAKE_GENERATOR=Ninja
outer default 'libteetape.a program'
needs "$folder/build/program" NO default
installed default '' NO
left_out='teetape::io is left out: set TT_BUILD_IO'
"$cmake" "$folder/build" | grep -qF "$left_out" || wrong 'it does not say that the second library is left out'
outer static 'libteetape.a program' -DBUILD_SHARED_LIBS=OFF -DTT_INSTALL=ON
needs "$folder/build/program" NO static
installed static 'libteetape.a' NO
outer shared "libteetape.so.$version program" -DBUILD_SHARED_LIBS=ON -DTT_INSTALL=ON
needs "$folder/build/program" YES shared
installed shared "$shared" YES
# What is linked by its own name is asked for, too.
outer 'the other kind' "libteetape.a libteetape.so.$version program" -DBUILD_SHARED_LIBS=ON -DLINKED=teetape::static
needs "$folder/build/program" NO 'the other kind'

# The second library brings the first one of its kind, and is installed with it.
cp tests/consumer/consumer_io.c "$folder/outer/consumer.c"
cp tests/consumer/consumer_io.c "$folder/user/consumer.c"
sed -i 's/COMPONENTS core/COMPONENTS io/; s/teetape::teetape/teetape::io/' "$folder/user/CMakeLists.txt"
io="libteetape-io.so libteetape-io.so.${version%.*} libteetape-io.so.$version"
outer 'static io' 'libteetape-io.a libteetape.a program' -DBUILD_SHARED_LIBS=OFF -DTT_INSTALL=ON -DTT_BUILD_IO=ON -DLINKED=teetape::io
needs "$folder/build/program" NO 'static io'
"$cmake" "$folder/build" | grep -F "$left_out" && wrong 'it says that the second library is left out, which is there'
installed 'static io' 'libteetape-io.a libteetape.a' NO
outer 'shared io' "libteetape-io.so.$version libteetape.so.$version program" -DBUILD_SHARED_LIBS=ON -DTT_INSTALL=ON -DTT_BUILD_IO=ON -DLINKED=teetape::io
needs "$folder/build/program" YES 'shared io'
installed 'shared io' "$io $shared" YES
quietly "$cmake" -U TT_BUILD_IO -DLINKED=teetape::teetape "$folder/build"

# Each of the rest comes with its option, and is not there without it.
targets() {
    "$cmake" --build "$folder/build" --target help | sed 's/:.*//' | LC_ALL=C sort
}
targets >"$folder/without"
off=''
for pair in TT_BUILD_IO=teetape_io_shared TT_BUILD_COMMAND=teetape TT_BUILD_EXAMPLES=example_joins TT_BUILD_BENCH=bench_codec TT_BUILD_TESTS=test_varint; do
    option=${pair%=*} target=${pair#*=}
    # shellcheck disable=SC2086
    quietly "$cmake" $off "-D$option=ON" "$folder/build"
    targets >"$folder/with"
    grep -qx "$target" "$folder/without" && wrong "$target is there without $option"
    grep -qx "$target" "$folder/with" || wrong "$target is not there with $option"
    off=-D$option=OFF
done
grep -xE 'reference|wasm|fuzz_.*|gen_.*|tool_.*' "$folder/without" && wrong 'targets that no option asked for (above)'
exit $bad
