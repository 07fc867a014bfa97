# SPDX-License-Identifier: MIT
#
# What programs of this tree that call the system have to say before the first system header: POSIX 2008 with XSI, and
# 64-bit file offsets and times on 32-bit machines too. The library says the same for itself (src/host/posix.h): it is also
# compiled by hand. On Windows that header's part for Windows comes before the first line of every file.

function(tt_posix)
  foreach(target IN LISTS ARGN)
    target_compile_definitions(${target} PRIVATE _XOPEN_SOURCE=700 _FILE_OFFSET_BITS=64 _TIME_BITS=64)
    if(WIN32)
      target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/host/windows/include)
      target_compile_options(${target} PRIVATE "SHELL:-include \"${PROJECT_SOURCE_DIR}/src/host/windows/posix.h\"")
    endif()
  endforeach()
endfunction()
