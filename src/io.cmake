# SPDX-License-Identifier: MIT
#
# The library beside the core: files, folders and archives, made of the rooms paint, host, index, reading, spans, archive, table, studio and jobs. SQLite and the
# libraries for compression are optional: a missing one is left out with a line, and `teetape --version` says so.

find_package(PkgConfig)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# Finds an optional library, unless -DTT_WITH_<name>=OFF was given, and adds it to TT_MODULES and TT_HAVE.
set(TT_MODULES "")
set(TT_HAVE "")
macro(tt_optional name module what)
  option(TT_WITH_${name} "${what}" ON)
  set(TT_${name}_FOUND OFF)
  if(TT_WITH_${name} AND PKG_CONFIG_FOUND)
    pkg_check_modules(TT_${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  endif()
  if(TT_${name}_FOUND)
    list(APPEND TT_MODULES ${name}=${module})
    list(APPEND TT_HAVE TT_HAVE_${name}=1)
  elseif(TT_WITH_${name})
    message(STATUS "${module} not found: left out")
  endif()
endmacro()

tt_optional(LZMA liblzma "Read and write files compressed with liblzma")
tt_optional(ZSTD libzstd "Read and write files compressed with libzstd")
tt_optional(ZLIB zlib "Read and write files compressed with zlib")
tt_optional(HARFBUZZ harfbuzz "Draw letters that the built-in font lacks, from fonts, with HarfBuzz")
tt_optional(SQLITE sqlite3 "Keep archive databases with SQLite")

file(GLOB TT_IO CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} host/*.c archive/*.c reading/*.c table/*.c paint/*.c studio/*.c index/*.c spans/*.c jobs/*.c)
# The sources that call SQLite, and those that replace them.
set(TT_DATABASE chains database database_check database_open expire store store_recording fact_table writer known gone names scan work
  import key query_answer query_search)
list(TRANSFORM TT_DATABASE REPLACE "(.+)" "archive/\\1.c")
list(APPEND TT_DATABASE table/sqlite.c)
foreach(sql answers schema search)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/archive/${sql}_sql.c)
  add_custom_command(OUTPUT ${file} VERBATIM
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_CURRENT_SOURCE_DIR}/archive/${sql}.sql -D NAME=tti_archive_${sql}_sql -D OUTPUT=${file}
      -P ${PROJECT_SOURCE_DIR}/cmake/Sql.cmake
    DEPENDS archive/${sql}.sql ${PROJECT_SOURCE_DIR}/cmake/Sql.cmake)
  list(APPEND TT_SQL ${file})
endforeach()
if(TT_SQLITE_FOUND)
  list(REMOVE_ITEM TT_IO archive/no_database.c table/no_sqlite.c)
  list(APPEND TT_IO ${TT_SQL})
else()
  list(REMOVE_ITEM TT_IO ${TT_DATABASE})
endif()
set(system "")
if(WIN32) # POSIX as far as it is called; a file that is also here replaces the one of the room
  file(GLOB TT_WINDOWS CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/host/windows host/windows/*.c)
  list(REMOVE_ITEM TT_WINDOWS main.c) # cli/CMakeLists.txt adds it to programs
  foreach(file IN LISTS TT_WINDOWS)
    list(REMOVE_ITEM TT_IO host/${file})
    list(APPEND TT_IO host/windows/${file})
  endforeach()
  if(TT_SQLITE_FOUND)
    list(APPEND TT_IO archive/windows/open.c)
    set_source_files_properties(archive/database.c archive/database_check.c archive/database_open.c table/sqlite.c PROPERTIES
      COMPILE_OPTIONS "-include;archive/windows/open.h")
  endif()
  set(system bcrypt)
endif()

list(REMOVE_ITEM TT_IO jobs/page_parts_none.c)
set(parts jobs/page_parts_none.c)
include(${PROJECT_SOURCE_DIR}/cmake/Page.cmake)
tt_page(parts)

tt_library(io
  NAME teetape-io
  TARGET io STATIC_TARGET io_static
  PREFIX TT_IO
  DESCRIPTION "Reads, indexes and searches files and archives of Teeworlds and DDNet recordings"
  HEADERS teetape/io
  REQUIRES core
  THREADS
  MODULES ${TT_MODULES}
  LIBRARIES ${system}
  SOURCES ${TT_IO} ${parts})
target_compile_definitions(teetape_io PRIVATE ${TT_HAVE})

# For this tree's programs and tests: the static library together with the internal headers, and the optional libraries.
add_library(teetape_io_inside INTERFACE)
target_compile_definitions(teetape_io_inside INTERFACE ${TT_HAVE})
target_link_libraries(teetape_io_inside INTERFACE teetape_io_static teetape_inside Threads::Threads)
foreach(module IN LISTS TT_MODULES)
  string(REGEX REPLACE "=.*" "" module "${module}")
  target_link_libraries(teetape_io_inside INTERFACE PkgConfig::TT_${module})
endforeach()
# The columns of `ticks` are short loops over the tees of a tick. With -O2, gcc does not vectorize a loop whose number of turns is unknown.
if(CMAKE_BUILD_TYPE MATCHES "^Rel" AND NOT MSVC)
  set_source_files_properties(table/ticks_columns.c PROPERTIES COMPILE_OPTIONS -O3)
endif()
if(WIN32)
  target_include_directories(teetape_io PRIVATE host/windows/include)
  target_include_directories(teetape_io_inside INTERFACE host/windows/include)
  # a reader's state is on the stack, and the first thread has 2 MiB there
  target_link_options(teetape_io_inside INTERFACE -Wl,--stack,8388608)
endif()
