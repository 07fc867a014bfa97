# SPDX-License-Identifier: MIT
#
# Linux on 32-bit x86, with Debian's gcc-i686-linux-gnu. -DTT_SYSROOT=FOLDER is a tree of Debian's i386 packages: the
# libraries, and the loader that programs of this build ask for, so that nothing of it must be installed.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(TT_TRIPLET i386-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)

if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64") # it runs these programs itself
  set(CMAKE_CROSSCOMPILING_EMULATOR "")
  # --disable-new-dtags: the folders also hold for what the libraries themselves need
  string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -Wl,--dynamic-linker=${TT_SYSROOT}/lib/ld-linux.so.2"
    " -Wl,--disable-new-dtags,-rpath,${TT_SYSROOT}/lib/${TT_TRIPLET}:${TT_SYSROOT}/usr/lib/${TT_TRIPLET}")
else()
  find_program(TT_QEMU qemu-i386-static REQUIRED)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${TT_QEMU} -L ${TT_SYSROOT})
endif()

add_compile_options(-Wno-psabi) # GCC 11 changed how atomics lie in structs; ours are in no interface
