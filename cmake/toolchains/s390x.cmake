# SPDX-License-Identifier: MIT
#
# Linux on s390x, a big-endian machine, with Debian's gcc-s390x-linux-gnu; qemu-user-static runs the programs.
# -DTT_SYSROOT=FOLDER is a tree of Debian's s390x packages.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(TT_TRIPLET s390x-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)

find_program(TT_QEMU qemu-s390x-static REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${TT_QEMU} -L ${TT_SYSROOT})
