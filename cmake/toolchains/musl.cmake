# SPDX-License-Identifier: MIT
#
# Linux with musl in place of glibc, with Debian's musl-tools. Linked statically, as programs that are to run on any
# Linux are. -DTT_SYSROOT=FOLDER is where libraries that were built with this file are installed.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_HOST_SYSTEM_PROCESSOR})
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR "") # this machine runs these programs itself
include(${CMAKE_CURRENT_LIST_DIR}/built.cmake)
