# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Shared by ./quickstart, ./check with its modes, and tools/. Sourced in the root of the tree; the lists are for them.
# shellcheck disable=SC2034

# What builds the library and the command, in Debian's names; clang and lld make the module of the page.
build_packages='gcc libc6-dev cmake ninja-build pkg-config liblzma-dev libzstd-dev zlib1g-dev libharfbuzz-dev
    libsqlite3-dev clang lld'
# What the tests need beside that: a C++ compiler for the headers, the sanitizers' runtime, the formatter, the test framework, a second JSON parser, make, the programs that compress, what reads
# the documentation, Python with what builds and tests its package, and two browsers, of which Firefox has WebGL on a display alone.
test_packages='g++ make binutils clang-format libcmocka-dev libjansson-dev
    xz-utils zstd gzip sqlite3 util-linux systemd mandoc groff fish doxygen jq fonts-dejavu-core ffmpeg strace
    python3-dev python3-numpy python3-pandas python3-pip python3-pytest python3-setuptools python3-venv python3-wheel
    libclang-rt-dev chromium-headless-shell firefox-esr xvfb libegl1 libgl1 libgl1-mesa-dri'
# What fuzzing needs: the runtime of libFuzzer and the sanitizers, and llvm-symbolizer for readable traces.
fuzz_packages='clang libclang-rt-dev llvm'
# What makes Debian's packages and runs the tests in them.
deb_packages='build-essential debhelper dh-python python3-dev python3-setuptools fakeroot jq libcmocka-dev libjansson-dev mandoc sqlite3 systemd xz-utils zstd'
# What says how the library lies in memory.
abi_packages='abigail-tools binutils xz-utils'
# The public libraries, as their files are called.
libraries='libteetape libteetape-io'

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
else
    bold='' plain=''
fi

say() {
    printf '%s\n' "$*"
}

heading() {
    printf '%s== %s%s\n' "$bold" "$*" "$plain"
}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

is_installed() {
    case $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) in installed) return 0 ;; esac
    return 1
}

# ensure_packages NAME... installs what is missing with apt: without a question as root or with sudo, as both
# were typed on purpose. Touches neither the network nor the system when nothing is missing.
ensure_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This system has no apt. These must be there, by whatever name: $*"
        return 0
    fi
    absent=''
    for package in "$@"; do
        is_installed "$package" || absent="$absent $package"
    done
    [ -n "$absent" ] || return 0
    as_root=''
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "Missing:$absent
Run as root: apt-get install --no-install-recommends$absent"
        as_root=sudo
    fi
    heading "Installing with apt:$absent"
    # shellcheck disable=SC2086
    logged apt $as_root env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get update && apt-get install -o DPkg::Lock::Timeout=300 -y --no-install-recommends "$@"' apt $absent
}

# The game's data folder, for tests that compare pictures with those of its client: TT_GAME_DATA. Without the package
# ddnet-data it is downloaded and unpacked below build/; nothing is installed.
find_game_data() {
    [ -z "${TT_GAME_DATA:-}" ] || return 0
    TT_GAME_DATA=/usr/share/games/ddnet/data
    if [ ! -d "$TT_GAME_DATA" ] && command -v apt-get >/dev/null; then
        TT_GAME_DATA=$PWD/build/ddnet-data/usr/share/games/ddnet/data
        [ -d "$TT_GAME_DATA" ] || logged game-data sh -c 'rm -rf build/ddnet-data && mkdir -p build/ddnet-data &&
            cd build/ddnet-data && apt-get download ddnet-data && dpkg-deb -x ddnet-data_*.deb . && rm ddnet-data_*.deb'
    fi
    export TT_GAME_DATA
}

# node and npm, by Debian's packages only where the commands are missing: a nodejs from elsewhere brings its own npm and
# refuses Debian's.
ensure_node() {
    command -v node >/dev/null && command -v npm >/dev/null || ensure_packages nodejs npm
}

# playwright-core, which drives a browser for the tests of the page: TT_PLAYWRIGHT. It lies below build/; the version is one that
# Debian 12 has a node for.
find_playwright() {
    [ -z "${TT_PLAYWRIGHT:-}" ] || return 0
    ensure_node
    TT_PLAYWRIGHT=$PWD/build/playwright/node_modules/playwright-core
    [ -f "$TT_PLAYWRIGHT/package.json" ] ||
        logged playwright npm install --no-audit --no-fund --ignore-scripts --prefix build/playwright playwright-core@1.56.1
}

# Readers of Parquet that share nothing with the library: TT_HYPARQUET, the folder of hyparquet and its decompressors. Without
# one they are downloaded below build/.
find_hyparquet() {
    [ -z "${TT_HYPARQUET:-}" ] || return 0
    ensure_node
    TT_HYPARQUET=$PWD/build/hyparquet/node_modules
    [ -f "$TT_HYPARQUET/hyparquet/package.json" ] && [ -f "$TT_HYPARQUET/hyparquet-compressors/package.json" ] ||
        logged hyparquet npm install --no-audit --no-fund --ignore-scripts --prefix build/hyparquet \
            hyparquet@1.31.5 hyparquet-compressors@1.1.2
}

# DuckDB for node, which reads Parquet: TT_DUCKDB, the folder of its modules, downloaded below build/. 68 MB, so for ./check --scale alone.
find_duckdb() {
    [ -z "${TT_DUCKDB:-}" ] || return 0
    ensure_node
    TT_DUCKDB=$PWD/build/duckdb/node_modules
    [ -f "$TT_DUCKDB/@duckdb/node-api/package.json" ] ||
        logged duckdb npm install --no-audit --no-fund --ignore-scripts --prefix build/duckdb @duckdb/node-api@1.5.6-r.1
    export TT_DUCKDB
}

# A new ClickHouse as a library, which knows codecs as Debian's does not: TT_CHDB, downloaded below build/. 559 MB, for ./check --scale on
# x86-64 alone; empty elsewhere.
find_chdb() {
    TT_CHDB=${TT_CHDB:-}
    [ -z "$TT_CHDB" ] && [ "$(uname -m)" = x86_64 ] || return 0
    ensure_node
    TT_CHDB=$PWD/build/chdb/node_modules/@chdb/lib-linux-x64-gnu/libchdb.so
    [ -f "$TT_CHDB" ] ||
        logged chdb npm install --no-audit --no-fund --ignore-scripts --prefix build/chdb @chdb/lib-linux-x64-gnu@26.5.3
}

# The version stands once: in the public header.
tree_version() {
    sed -n 's/^#define TT_VERSION_STRING "\(.*\)"$/\1/p' include/teetape/version.h
}

# A folder in $scratch that goes when the script ends.
temporary_folder() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    trap 'exit 1' INT TERM HUP
}

# abi_file LIBRARY KIND: the file of debian/ that holds the symbols or the abi of a library
abi_file() {
    version=$(tree_version)
    say "debian/$1${version%.*}.$2"
}

# build_abi FOLDER builds the shared libraries with debug information and writes FOLDER/LIBRARY.abi: every public function and
# type with sizes and offsets. Neither places in the source nor paths, so that only a change of the interface changes it.
build_abi() {
    build abi dev build/check/abi -DCMAKE_C_COMPILER=gcc -DTT_BUILD_COMMAND=OFF -DTT_BUILD_TESTS=OFF \
        -DTT_BUILD_EXAMPLES=OFF -DTT_BUILD_BENCH=OFF
    for library in $libraries; do
        cp -L "$(find build/check/abi -name "$library.so")" "$1/$library.so"
        # Private names are no part of it; the public headers have pointers to such types alone.
        printf '[%s]\n  %s = ^tti_\n  drop = yes\n' suppress_function symbol_name_regexp suppress_variable symbol_name_regexp \
            suppress_type name_regexp >"$1/private.suppr"
        abidw --suppressions "$1/private.suppr" --no-show-locs --no-comp-dir-path --no-corpus-path --no-parameter-names --drop-private-types \
            --headers-dir include/teetape --out-file "$1/$library.abi" "$1/$library.so"
        # where the tree of this build lies
        sed -i -E "s|path='[^']*/(src/[^']*)'|path='\1'|" "$1/$library.abi"
    done
}

# logged NAME COMMAND... keeps the output in build/log/NAME.log and shows it only when the command fails.
logged() {
    log=build/log/$1.log
    shift
    mkdir -p build/log
    "$@" >"$log" 2>&1 && return 0
    status=$?
    # without the progress of ninja
    grep -v '^\[[0-9]*/[0-9]*\] ' "$log" | tail -n 60 >&2
    fail "failed ($status): $*
The whole output is in $log"
}

# build NAME PRESET FOLDER [CMAKE OPTION...] configures and builds, and says how long it took.
build() {
    name=$1 preset=$2 folder=$3
    shift 3
    began=$(date +%s)
    logged "$name-configure" cmake --preset "$preset" -B "$folder" "$@"
    logged "$name-build" cmake --build "$folder"
    say "built: $name ($(($(date +%s) - began)) s)"
}
