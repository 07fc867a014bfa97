# SPDX-License-Identifier: MIT
#
# What toolchains of another architecture share: everything that is linked comes from TT_SYSROOT, a folder with packages of
# that architecture. TT_TRIPLET is Debian's word for it in the names of folders.

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TT_SYSROOT)
if(NOT IS_DIRECTORY "${TT_SYSROOT}")
  message(FATAL_ERROR "-DTT_SYSROOT=FOLDER must name a tree of foreign packages; `./check --ports` makes one")
endif()
set(CMAKE_SYSROOT ${TT_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER) # tools are those of this machine
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${TT_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${TT_SYSROOT}/usr/lib/${TT_TRIPLET}/pkgconfig:${TT_SYSROOT}/usr/share/pkgconfig)
