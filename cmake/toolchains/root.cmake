# SPDX-License-Identifier: MIT
#
# What toolchains of another architecture share: everything that is linked comes from TT_ROOT, a folder with packages of
# that architecture. TT_TRIPLET is Debian's word for it in the names of folders.

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TT_ROOT)
if(NOT IS_DIRECTORY "${TT_ROOT}")
  message(FATAL_ERROR "-DTT_ROOT=FOLDER must name a tree of foreign packages; `./check --ports` makes one")
endif()
set(CMAKE_SYSROOT ${TT_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER) # tools are those of this machine
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${TT_ROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${TT_ROOT}/usr/lib/${TT_TRIPLET}/pkgconfig:${TT_ROOT}/usr/share/pkgconfig)
