# SPDX-License-Identifier: MIT
#
# Windows on x86-64, with Debian's gcc-mingw-w64-x86-64-posix; wine64 runs the programs where it is installed.
# -DTT_SYSROOT=FOLDER is where libraries that were built with this file are installed.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
include(${CMAKE_CURRENT_LIST_DIR}/built.cmake)

find_program(TT_WINE wine64 PATHS /usr/lib/wine)
if(TT_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${TT_WINE})
endif()

# The C library's own printf does not know %zu. GCC checks what cmocka prints against that one, whatever is used.
add_compile_definitions(__USE_MINGW_ANSI_STDIO=1)
add_compile_options(-Wno-format)
