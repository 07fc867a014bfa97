#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Other machines: i386, s390x (big-endian), musl, bare wasm32 and Windows; or those that the words name.
#
# Builds everything with warnings as errors and runs the tests there: s390x under qemu, Windows under wine, the others on
# this machine. Compilers are installed with apt; libraries for other machines come into folders below build/ports.
# docs/ports.md says what is tested where.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh
# shellcheck source=tools/ports/sysroot.sh
. tools/ports/sysroot.sh

# In Debian's names: what the whole project and its tests link, and the locale C.UTF-8.
libraries='libc6-dev libc-bin libcmocka-dev libjansson-dev liblzma-dev libzstd-dev zlib1g-dev libsqlite3-dev'
ports=$PWD/build/ports

# build_port NAME [CMAKE OPTION...]
build_port() {
    port=$1
    shift
    build "port-$port" dev "build/ports/$port" -DTT_STRUCTURE_TESTS=OFF -DTT_BUILD_BENCH=OFF -DTT_WERROR=ON \
        -DTT_TEST_SECONDS=1200 -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$port.cmake" -DTT_SYSROOT="$ports/sysroot/$port" "$@"
}

# test_port NAME WHAT [WORD OF CTEST...]: runs the tests, and says how many there were and which were skipped.
test_port() {
    began=$(date +%s) tested=$1 what=$2
    shift 2
    logged "port-$tested-test" env TT_NO_SKIP=1 ctest --test-dir "build/ports/$tested" --output-on-failure \
        --no-tests=error -j "$(nproc)" "$@"
    # Programs and scripts are what ctest says in its first file, their tests what cmocka says in the second: those of
    # a program that were skipped follow their number.
    awk -v name="$tested: $what" -v seconds=$(($(date +%s) - began)) '
        $2 == "Test" && / Passed +[0-9.]+ sec$/ { programs++ }
        $2 == "Test" && /\*\*\*Skipped / { print "  skipped: " $4 }
        $2 == "Test:" { program = $3; listed = 0 }
        /^\[  PASSED  \] [0-9]+ test/ { tests += $4 }
        /^\[  SKIPPED \] [0-9]+ test/ { listed = 1 }
        /^\[  SKIPPED \] [a-z]/ && listed { print "  skipped: " program ", " $4 }
        END { printf "%s: %d programs with %d tests passed (%d s)\n", name, programs, tests, seconds }
    ' "build/log/port-$tested-test.log" "build/ports/$tested/Testing/Temporary/LastTest.log"
}

port_i386() {
    ensure_packages gcc-i686-linux-gnu
    # shellcheck disable=SC2086
    once "$ports/sysroot/i386.names" unpack_foreign i386 "$ports/sysroot/i386" $libraries libubsan1 libstdc++6
    build_port i386 -DTT_SANITIZE=undefined
    test_port i386 '32-bit, glibc, with the undefined behaviour sanitizer'
}

port_s390x() {
    ensure_packages gcc-s390x-linux-gnu qemu-user-static
    # shellcheck disable=SC2086
    once "$ports/sysroot/s390x.names" unpack_foreign s390x "$ports/sysroot/s390x" $libraries
    build_port s390x -DCMAKE_C_FLAGS='-O2 -g'
    test_port s390x 'big-endian, glibc, under qemu'
}

get_sources() {
    unpack_sources "$ports/source" cmocka jansson zlib libzstd xz-utils sqlite3 || return
    # Debian leaves this folder out, but the rules of zlib want the file to be there, and windres something in it
    mkdir -p "$ports/source/zlib/win32"
    say 'STRINGTABLE { 1 "zlib" }' >"$ports/source/zlib/win32/zlib1.rc"
}

# build_libraries PORT WANTED: what Debian has as source only, for the toolchain of that port.
# zlib also links programs of its own, and with its shared library.
build_libraries() {
    once "$ports/source.names" get_sources
    rm -f "$ports/$1/CMakeCache.txt" # which remembers what was not there
    wanted=$2
    while read -r library folder options; do
        case " $wanted " in *" $library "*) ;; *) continue ;; esac
        # shellcheck disable=SC2086
        once "$ports/sysroot/$1-$library.names" build_library "$1" "$ports/source/$folder" \
            -DCMAKE_POSITION_INDEPENDENT_CODE=ON $options </dev/null # our shared library takes them in
    done <<END
cmocka cmocka -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF
jansson jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
zlib zlib -DCMAKE_EXE_LINKER_FLAGS=
zstd libzstd/build/cmake -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF -DZSTD_BUILD_TESTS=OFF -DZSTD_MULTITHREAD_SUPPORT=ON -DCMAKE_CXX_COMPILER_WORKS=ON
lzma xz-utils
END
}

# describe_library PORT MODULE LIBRARY: the file that pkg-config reads, for what is installed without one.
describe_library() {
    mkdir -p "$ports/sysroot/$1/lib/pkgconfig"
    {
        printf 'prefix=%s\nName: %s\nDescription: %s for %s\nVersion: 1\n' "$ports/sysroot/$1" "$2" "$2" "$1"
        printf 'Libs: -L${prefix}/lib -l%s\nCflags: -I${prefix}/include\n' "$3"
    } >"$ports/sysroot/$1/lib/pkgconfig/$2.pc"
}

# build_sqlite COMPILER ARCHIVER PORT: SQLite as it is meant to be built, from a single file that its own tools write first.
build_sqlite() {
    rm -rf "$ports/library"
    mkdir -p "$ports/library" "$ports/sysroot/$3/include" "$ports/sysroot/$3/lib"
    (
        cd "$ports/library" &&
            "$ports/source/sqlite3/configure" --disable-tcl &&
            make sqlite3.c &&
            "$1" -O1 -fPIC -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c -o sqlite3.o &&
            "$2" rcs "$ports/sysroot/$3/lib/libsqlite3.a" sqlite3.o &&
            cp sqlite3.h "$ports/sysroot/$3/include/"
    ) || return
    describe_library "$3" sqlite3 sqlite3
    rm -rf "$ports/library"
}

# build_library PORT SOURCE [CMAKE OPTION...]
build_library() {
    library_port=$1 library_source=$2 prefix=$ports/sysroot/$1
    shift 2
    rm -rf "$ports/library"
    # make, as Ninja does not take the rules of xz
    cmake -S "$library_source" -B "$ports/library" -G 'Unix Makefiles' -DCMAKE_BUILD_TYPE=Release \
        -DBUILD_SHARED_LIBS=OFF -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$library_port.cmake" \
        -DTT_SYSROOT="$prefix" -DCMAKE_INSTALL_PREFIX="$prefix" "$@" &&
        cmake --build "$ports/library" &&
        cmake --install "$ports/library" || return
    rm -rf "$ports/library"
    # some build a shared library whatever they are asked for, and cmocka and zlib call the static one by a name that their
    # own .pc files do not know
    rm -f "$prefix"/lib/*.so* "$prefix"/lib/*.dll.a
    for static in cmocka-static:cmocka zlibstatic:z; do
        [ ! -e "$prefix/lib/lib${static%:*}.a" ] || mv "$prefix/lib/lib${static%:*}.a" "$prefix/lib/lib${static#*:}.a"
    done
}

port_musl() {
    ensure_packages musl-tools dpkg-dev make tcl
    build_libraries musl 'cmocka jansson zlib zstd lzma'
    describe_library musl liblzma lzma
    once "$ports/sysroot/musl-sqlite-pic.names" build_sqlite musl-gcc ar musl
    build_port musl
    test_port musl 'musl, linked statically'
}

port_wasm32() {
    ensure_packages clang lld
    mkdir -p "$ports"
    logged port-wasm32 tools/check_wasm.sh "$ports/teetape.wasm"
    say "wasm32: $(tail -n 1 build/log/port-wasm32.log)"
}

port_windows() {
    ensure_packages gcc-mingw-w64-x86-64-posix dpkg-dev make tcl wine64
    build_libraries windows 'cmocka jansson zlib zstd lzma'
    describe_library windows liblzma lzma
    once "$ports/sysroot/windows-sqlite.names" \
        build_sqlite x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-ar windows
    build_port windows
    # UTF-8: wine takes words and names of files by the locale
    export WINEPREFIX="$ports/wine" WINEDEBUG=-all LC_ALL=C.UTF-8
    # its folders first: a minute, which no test should wait for
    once "$ports/wine.names" /usr/lib/wine/wine64 wineboot --init
    test_port windows 'mingw-w64, under wine'
}

# shellcheck disable=SC2086
ensure_packages $build_packages $test_packages
[ $# -gt 0 ] || set -- i386 s390x musl wasm32 windows
for port in "$@"; do
    case $port in
    i386 | s390x | musl | wasm32 | windows) heading "$port" && "port_$port" ;;
    *) fail "There is no port $port: ./check --ports [i386|s390x|musl|wasm32|windows]..." ;;
    esac
done
