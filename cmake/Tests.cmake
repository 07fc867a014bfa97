# SPDX-License-Identifier: MIT
#
# Whether there are tests: TT_TESTS. They need cmocka and jansson. ON demands both; AUTO leaves the tests out without
# them, and says so.

set(tests OFF)
if(TT_ALONE)
  set(tests AUTO)
endif()
set(TT_BUILD_TESTS ${tests} CACHE STRING "Build the tests and the fuzz replay: ON, OFF, or AUTO (if cmocka and jansson are found)")
set_property(CACHE TT_BUILD_TESTS PROPERTY STRINGS AUTO ON OFF)

set(TT_TESTS ${TT_BUILD_TESTS})
if(TT_BUILD_TESTS AND NOT TT_WASM)
  find_package(PkgConfig QUIET)
  set(missing "")
  foreach(library cmocka jansson) # jansson: a second opinion on our JSON
    string(TOUPPER ${library} name)
    if(PKG_CONFIG_FOUND)
      pkg_check_modules(${name} QUIET IMPORTED_TARGET ${library})
    endif()
    if(NOT ${name}_FOUND)
      list(APPEND missing ${library})
    endif()
  endforeach()
  list(JOIN missing " and " missing)
  if(missing AND TT_BUILD_TESTS STREQUAL AUTO)
    message(STATUS "${missing} not found: the tests are left out")
    set(TT_TESTS OFF)
  elseif(missing)
    message(FATAL_ERROR "${missing} not found, which the tests need (by pkg-config). -DTT_BUILD_TESTS=OFF builds without tests.")
  endif()
endif()
