#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What cmake/Library.cmake makes of a library that needs others: a project with two small libraries, of which the second
# uses the first, threads, and a module of pkg-config. Both kinds, or one of them, are installed, and programs of users find them
# by find_package with and without COMPONENTS and by pkg-config, with nothing more to say than the name.
set -u
. tests/structure/common.sh
need pkg-config readelf ar
temporary_folder

cmake=${CMAKE:-cmake}
cc=${CC:-cc}
tree=$PWD
quietly() {
    "$@" >"$folder/log" 2>&1 || {
        tail -n 30 "$folder/log"
        wrong "failed: $*"
    }
}

mkdir -p "$folder/grain" "$folder/tree/include/teetape/io" "$folder/user"
cd "$folder" || exit 1
# The module of which the second library takes something.
echo 'int grain(void); int grain(void) { return 1; }' >grain/grain.c
quietly "$cc" -fPIC -c grain/grain.c -o grain/grain.o
quietly ar rcs grain/libgrain.a grain/grain.o
printf 'Name: grain\nDescription: none\nVersion: 1\nLibs: -L%s -lgrain\n' "$folder/grain" >grain/grain.pc
export PKG_CONFIG_PATH="$folder/grain"

cp -R "$tree/cmake" tree/cmake
echo 'int tt_base(void);' >tree/include/teetape/base.h
printf '%s\n' '#include "teetape/base.h"' 'int tt_io(void);' >tree/include/teetape/io/io.h
printf '%s\n' '#include "teetape/base.h"' 'int tt_base(void)' '{' '    return 40;' '}' >tree/base.c
cat >tree/io.c <<'END'
#include <pthread.h>

#include "teetape/io/io.h"

int grain(void);

static void *count(void *sum)
{
    *(int *)sum += grain();
    return NULL;
}

int tt_io(void)
{
    int sum = tt_base();
    pthread_t thread;
    if (pthread_create(&thread, NULL, count, &sum) == 0) {
        pthread_join(thread, NULL);
    }
    return sum + grain();
}
END
cat >tree/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(teetape VERSION 0.3.7 LANGUAGES C)
set(TT_ALONE ON)
set(TT_INSTALL ON)
include(GNUInstallDirs)
include(cmake/Warnings.cmake)
include(cmake/Library.cmake)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(TT_GRAIN REQUIRED IMPORTED_TARGET grain)
tt_library(core NAME teetape TARGET teetape STATIC_TARGET static DESCRIPTION "first" HEADERS teetape NOT_HEADERS io SOURCES base.c)
tt_library(io NAME teetape-io TARGET io STATIC_TARGET io_static DESCRIPTION "second" HEADERS teetape/io REQUIRES core THREADS
  MODULES GRAIN=grain SOURCES io.c)
include(cmake/Install.cmake)
END

cat >user/program.c <<'END'
#include <teetape/io/io.h>

int main(void)
{
    return tt_io() + tt_base() == 82 ? 0 : 1;
}
END

# works PROGRAM WHAT: it gives the right sum, with the installed libraries
works() {
    LD_LIBRARY_PATH=$folder/prefix/lib "$1" || wrong "$2: the program does not work"
}

# asks: the user's project is configured, without what an earlier one has found. What CMake knows of the compiler is kept, as it takes
# most of the time.
asks() {
    quietly "$cmake" -S user -B user/build -U '*teetape*' -U '*TT_*' -U '*GRAIN*' -U '*pkg*' -U '*PKG*' -U '*PkgConfig*' -U '*Threads*' \
        -U 'CMAKE_HAVE_*' -DCMAKE_PREFIX_PATH="$folder/prefix" -DCMAKE_C_COMPILER="$cc"
}

# finds WHAT WORDS TARGET: a program that links TARGET after find_package(teetape 0.3 REQUIRED WORDS)
finds() {
    rm -f user/build/program
    printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(user LANGUAGES C)' "find_package(teetape 0.3 REQUIRED $2)" \
        'add_executable(program program.c)' "target_link_libraries(program PRIVATE $3)" >user/CMakeLists.txt
    asks
    quietly "$cmake" --build user/build
    works user/build/program "$1, $3"
}

# by_pkg_config WHAT NEEDED: a program by pkg-config; NEEDED are the shared libraries of ours that it then needs
by_pkg_config() {
    PKG_CONFIG_PATH=$folder/prefix/lib/pkgconfig:$PKG_CONFIG_PATH quietly sh -c \
        "$cc user/program.c \$(pkg-config --cflags --libs teetape-io) -o user/program"
    works user/program "$1, pkg-config"
    used=$(readelf -d user/program | sed -n 's/.*NEEDED.*\[\(libteetape[^]]*\)\].*/\1/p' | LC_ALL=C sort | paste -sd ' ')
    [ "$used" = "$2" ] || wrong "$1: a program by pkg-config needs '$used', and not '$2'"
}

# install WHAT [OPTION...]
install() {
    what=$1
    shift
    rm -rf prefix
    quietly "$cmake" -S tree -B build -DCMAKE_C_COMPILER="$cc" -DCMAKE_INSTALL_LIBDIR=lib -U BUILD_SHARED_LIBS "$@"
    quietly "$cmake" --build build
    quietly "$cmake" --install build --prefix "$folder/prefix"
    for header in base.h io/io.h; do
        [ -f "prefix/include/teetape/$header" ] || wrong "$what: $header is not installed"
    done
}

install both
finds both 'COMPONENTS io' teetape::io
finds both 'COMPONENTS core io' teetape::io_static
finds both '' teetape::io
by_pkg_config both 'libteetape-io.so.0.3 libteetape.so.0.3'
readelf -d prefix/lib/libteetape-io.so | grep -q 'SONAME.*\[libteetape-io\.so\.0\.3\]' || wrong 'the second library has another soname'
# What is asked for is there, and nothing else.
printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(user LANGUAGES C)' 'find_package(teetape REQUIRED COMPONENTS core)' \
    'if(TARGET teetape::io OR NOT TARGET teetape::teetape)' '  message(FATAL_ERROR no)' 'endif()' >user/CMakeLists.txt
asks
# The development package of the first library alone, as in Debian.
rm prefix/lib/cmake/teetape/teetape-io*
asks

install static -DBUILD_SHARED_LIBS=OFF
[ ! -e prefix/lib/libteetape-io.so ] || wrong 'static: the shared library is installed'
finds static 'COMPONENTS io' teetape::io
finds static 'COMPONENTS io' teetape::io_static
by_pkg_config static ''
install shared -DBUILD_SHARED_LIBS=ON
[ ! -e prefix/lib/libteetape-io.a ] || wrong 'shared: the static library is installed'
finds shared 'COMPONENTS io' teetape::io
by_pkg_config shared 'libteetape-io.so.0.3 libteetape.so.0.3'
exit $bad
