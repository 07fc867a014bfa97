# SPDX-License-Identifier: MIT
#
# What toolchains share for which Debian has a compiler but no libraries: they are built from source, static, and lie
# in TT_SYSROOT. No library of this machine may get in.

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TT_SYSROOT)
set(CMAKE_FIND_ROOT_PATH ${TT_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER) # tools are those of this machine
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${TT_SYSROOT}/lib/pkgconfig:${TT_SYSROOT}/share/pkgconfig)
