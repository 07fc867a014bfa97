# SPDX-License-Identifier: MIT
#
# The warnings every file of this tree is compiled with. Each flag is probed, so that a compiler that
# does not know one is used without it. TT_WERROR makes them errors: the preset dev and ./check turn it on; a user's
# build with a newer compiler, which may warn about something new, must not fail for that.

include(CheckCCompilerFlag)

option(TT_WERROR "Treat compiler warnings as errors" OFF)

set(TT_WARNINGS
  -Wall -Wextra -Wpedantic
  -Wconversion -Wsign-conversion    # every narrowing of a number from a file must be written down
  -Wshadow -Wundef -Wvla
  -Wstrict-prototypes -Wmissing-prototypes
  -Wcast-align)                     # bytes are read by helpers, never through a wider pointer

set(TT_WARNING_FLAGS "")
foreach(flag IN LISTS TT_WARNINGS)
  string(MAKE_C_IDENTIFIER "TT_HAS${flag}" known)
  check_c_compiler_flag(${flag} ${known})
  if(${known})
    list(APPEND TT_WARNING_FLAGS ${flag})
  endif()
endforeach()
if(TT_WERROR)
  list(APPEND TT_WARNING_FLAGS -Werror)
endif()

# Compiles our own targets (not what is linked to them) with the warnings above.
function(tt_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE ${TT_WARNING_FLAGS})
  endforeach()
endfunction()
