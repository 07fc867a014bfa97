# SPDX-License-Identifier: MIT
#
# The page: its module, and its parts, which the library writes. The module takes a clang that makes wasm32, and wasm-ld;
# without them, for Windows from here, and for another machine whose programs do not run here, the library says that this build has no page.

option(TT_BUILD_PAGE "The page of `teetape page`, where clang and wasm-ld are" ${TT_ALONE})
find_program(TT_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 NO_CMAKE_FIND_ROOT_PATH)
find_program(TT_WASM_LD NAMES wasm-ld wasm-ld-19 wasm-ld-18 wasm-ld-17 wasm-ld-16 wasm-ld-15 wasm-ld-14 NO_CMAKE_FIND_ROOT_PATH)
set(TT_PAGE_WASM "$ENV{TT_PAGE_WASM}" CACHE FILEPATH "The module of the page, where another build has made it")
set(TT_PAGE OFF)
set(TT_RUNS_HERE ON)
if(CMAKE_CROSSCOMPILING AND (WIN32 OR NOT DEFINED CMAKE_CROSSCOMPILING_EMULATOR))
  set(TT_RUNS_HERE OFF)
endif()
if(TT_BUILD_PAGE AND TT_CLANG AND TT_WASM_LD AND TT_RUNS_HERE)
  set(TT_PAGE ON)
elseif(TT_BUILD_PAGE)
  message(STATUS "No page: it takes clang with wasm32, and wasm-ld")
endif()

# Finds html, css and scripts.
macro(tt_page_sources)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(page ${web}/page.html)
  set(styles ${web}/page.css)
  file(GLOB scripts CONFIGURE_DEPENDS ${web}/*.js)
endmacro()

# Makes the parts: `source` is the file of them, from here on.
function(tt_page source)
  if(NOT TT_PAGE)
    return()
  endif()
  tt_page_sources()
  set(folder ${PROJECT_BINARY_DIR}/web)
  file(MAKE_DIRECTORY ${folder})
  set(module ${TT_PAGE_WASM})
  if(NOT module)
    set(module ${folder}/page.wasm)
    file(GLOB_RECURSE module_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c ${PROJECT_SOURCE_DIR}/include/*.h
      ${PROJECT_SOURCE_DIR}/web/*.c ${PROJECT_SOURCE_DIR}/web/*.h)
    list(FILTER module_sources EXCLUDE REGEX "/src/(host|index|reading|spans|archive|table|studio|jobs)/")
    add_custom_command(OUTPUT ${module} VERBATIM
      COMMAND ${CMAKE_COMMAND} -E env CLANG=${TT_CLANG} WASM_LD=${TT_WASM_LD}
        ${web}/build.sh ${module} ${folder}/objects
      DEPENDS ${module_sources} ${web}/build.sh)
  endif()
  add_executable(make_page ${PROJECT_SOURCE_DIR}/tools/page/make_page.c ${PROJECT_SOURCE_DIR}/tools/page/modules.c
    ${PROJECT_SOURCE_DIR}/tools/page/text.c)
  target_include_directories(make_page PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(make_page PRIVATE teetape_inside)
  if(TT_ZLIB_FOUND)
    target_compile_definitions(make_page PRIVATE TT_HAVE_ZLIB=1)
    target_link_libraries(make_page PRIVATE PkgConfig::TT_ZLIB)
  endif()
  tt_warnings(make_page)
  add_custom_command(OUTPUT ${folder}/page_parts.c VERBATIM
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0
      sh -c "\"$@\" > page_parts.tmp && mv page_parts.tmp page_parts.c" make_page
      ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:make_page> ${page} ${styles} ${module} ${web}/main.js
    DEPENDS make_page ${page} ${styles} ${module} ${scripts}
    WORKING_DIRECTORY ${folder})
  set(${source} ${folder}/page_parts.c PARENT_SCOPE)
endfunction()
