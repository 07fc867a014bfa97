#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Other machines: i386, s390x (big-endian), musl and bare wasm32; or those that the words name, and windows.
#
# Builds everything with warnings as errors and runs the tests there: s390x under qemu, the others on this machine. Compilers
# are installed with apt; libraries for other machines come into folders below build/ports. docs/ports.md says what
# is tested where.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh
# shellcheck source=tools/ports/root.sh
. tools/ports/root.sh

# In Debian's names: what the whole project and its tests link.
libraries='libc6-dev libcmocka-dev libjansson-dev liblzma-dev libzstd-dev zlib1g-dev libsqlite3-dev'
ports=$PWD/build/ports

# build_port NAME [CMAKE OPTION...]
build_port() {
    port=$1
    shift
    build "port-$port" dev "build/ports/$port" -DTT_STRUCTURE_TESTS=OFF -DTT_BUILD_BENCH=OFF -DTT_WERROR=ON \
        -DTT_TEST_SECONDS=1200 -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$port.cmake" -DTT_ROOT="$ports/root/$port" "$@"
}

# test_port NAME WHAT [WORD OF CTEST...]: runs the tests, and says how many there were.
test_port() {
    began=$(date +%s) tested=$1 what=$2
    shift 2
    logged "port-$tested-test" ctest --test-dir "build/ports/$tested" --output-on-failure --no-tests=error \
        -j "$(nproc)" "$@"
    # cmocka counts the tests of a program, ctest the programs
    awk -v name="$tested: $what" -v seconds=$(($(date +%s) - began)) '
        /^\[==========\] [0-9]+ test\(s\) run/ { tests += $2 }
        /^Test Passed\./ { programs++ }
        END { printf "%s: %d programs with %d tests passed (%d s)\n", name, programs, tests, seconds }
    ' "build/ports/$tested/Testing/Temporary/LastTest.log"
    sed -n 's/^[ 0-9/]*Test *#[0-9]*: \([^ ]*\) .*\*\*\*Skipped.*/  skipped: \1/p' "build/log/port-$tested-test.log"
}

port_i386() {
    ensure_packages gcc-i686-linux-gnu
    # shellcheck disable=SC2086
    once "$ports/root/i386.names" unpack_foreign i386 "$ports/root/i386" $libraries libasan8 libubsan1 libstdc++6
    build_port i386 -DTT_SANITIZE=address,undefined
    test_port i386 '32-bit, glibc, with both sanitizers'
}

port_s390x() {
    ensure_packages gcc-s390x-linux-gnu qemu-user-static
    # shellcheck disable=SC2086
    once "$ports/root/s390x.names" unpack_foreign s390x "$ports/root/s390x" $libraries
    build_port s390x
    # without the scripts, which start the command some thousand times: an emulator takes an hour for them
    test_port s390x 'big-endian, glibc, under qemu' -E '^cli\.'
}

get_sources() {
    unpack_sources "$ports/source" cmocka jansson zlib libzstd xz-utils || return
    # Debian leaves this folder out, but the rules of zlib want the file to be there
    mkdir -p "$ports/source/zlib/win32"
    : >"$ports/source/zlib/win32/zlib1.rc"
}

# build_libraries PORT WANTED: what Debian has as source only, for the toolchain of that port.
build_libraries() {
    once "$ports/source.names" get_sources
    wanted=$2
    while read -r library folder options; do
        case " $wanted " in *" $library "*) ;; *) continue ;; esac
        # shellcheck disable=SC2086
        once "$ports/root/$1-$library.names" build_library "$1" "$ports/source/$folder" $options </dev/null
    done <<END
cmocka cmocka -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF
jansson jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
zlib zlib
zstd libzstd/build/cmake -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF -DZSTD_BUILD_TESTS=OFF
lzma xz-utils
END
}

# build_library PORT SOURCE [CMAKE OPTION...]
build_library() {
    library_port=$1 library_source=$2 prefix=$ports/root/$1
    shift 2
    rm -rf "$ports/library"
    # make, as Ninja does not take the rules of xz
    cmake -S "$library_source" -B "$ports/library" -G 'Unix Makefiles' -DCMAKE_BUILD_TYPE=Release \
        -DBUILD_SHARED_LIBS=OFF -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$library_port.cmake" \
        -DTT_ROOT="$prefix" -DCMAKE_INSTALL_PREFIX="$prefix" "$@" &&
        cmake --build "$ports/library" &&
        cmake --install "$ports/library" || return
    rm -rf "$ports/library"
    # cmocka calls its static library by a name that its own .pc file does not know
    if [ -e "$prefix/lib/libcmocka-static.a" ]; then
        rm -f "$prefix"/lib/libcmocka.so* "$prefix/lib/libcmocka.dll.a"
        mv "$prefix/lib/libcmocka-static.a" "$prefix/lib/libcmocka.a"
    fi
}

port_musl() {
    ensure_packages musl-tools dpkg-dev
    build_libraries musl 'cmocka jansson zlib zstd lzma'
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
    ensure_packages gcc-mingw-w64-x86-64-posix dpkg-dev wine64
    build_libraries windows 'cmocka jansson'
    build_port windows
    export WINEPREFIX="$ports/wine" WINEDEBUG=-all
    test_port windows 'the library, mingw-w64, under wine'
}

# shellcheck disable=SC2086
ensure_packages $build_packages
[ $# -gt 0 ] || set -- i386 s390x musl wasm32
for port in "$@"; do
    case $port in
    i386 | s390x | musl | wasm32 | windows) heading "$port" && "port_$port" ;;
    *) fail "There is no port $port: ./check --ports [i386|s390x|musl|wasm32|windows]..." ;;
    esac
done
