# SPDX-License-Identifier: MIT
#
# A public library is one call of tt_library: compiled once, linked as a shared and as a static library, with the names that
# users link, and with everything that `cmake --install` has of it.
#
#     tt_library(core                        # component: find_package(teetape COMPONENTS core)
#       NAME teetape                         # libteetape.so, libteetape.a, pkg-config teetape
#       TARGET teetape STATIC_TARGET static  # teetape::teetape, teetape::static
#       DESCRIPTION "..."                    # for pkg-config
#       HEADERS teetape                      # this folder of include/, and the header beside it that has its name ...
#       NOT_HEADERS io io.h                  # ... without what has these names, which is of another library
#       PRIVATE_API                          # exports names with tti_ for other libraries (src/base/private_api.h)
#       SOURCES a.c b.c)
#
# A library that needs others also says:
#
#       REQUIRES core                        # components that were made before
#       THREADS                              # links POSIX threads
#       MODULES LZMA=liblzma ZSTD=libzstd    # of pkg-config, found by the caller as PkgConfig::TT_LZMA and so on
#       LIBRARIES bcrypt                     # of the system, always there
#       PREFIX TT_IO                         # of its macros TT_IO_API, TT_IO_BUILDING, TT_IO_SHARED (TT), and of its names: tt_io_
#
# Three targets come of it: teetape_core, the objects, for what only the sources are to see; teetape_core_shared and
# teetape_core_static. The symbols of each library are tested (tests/structure/tests.cmake). What is not made here is the Debian
# package, and the library's line in tools/lib.sh, by which its binary interface is compared.

# BUILD_SHARED_LIBS chooses one kind. Without it this project alone makes both, and inside another project it makes
# what add_library makes: static ones.
set(TT_MAKE_SHARED ${TT_ALONE})
set(TT_MAKE_STATIC ON)
if(DEFINED BUILD_SHARED_LIBS AND BUILD_SHARED_LIBS)
  set(TT_MAKE_SHARED ON)
  set(TT_MAKE_STATIC OFF)
elseif(DEFINED BUILD_SHARED_LIBS)
  set(TT_MAKE_SHARED OFF)
endif()

include(CheckLinkerFlag)
check_linker_flag(C -Wl,--no-undefined TT_HAS_NO_UNDEFINED)
# Windows and macOS have no versions of symbols: there private names are exported like public ones.
set(TT_PRIVATE_MAP ${CMAKE_CURRENT_LIST_DIR}/private.map)
if(NOT WIN32 AND NOT APPLE)
  check_linker_flag(C -Wl,--version-script=${TT_PRIVATE_MAP} TT_HAS_VERSION_SCRIPT)
endif()

function(tt_library component)
  cmake_parse_arguments(PARSE_ARGV 1 lib "THREADS;PRIVATE_API" "NAME;TARGET;STATIC_TARGET;DESCRIPTION;HEADERS;PREFIX"
    "NOT_HEADERS;REQUIRES;MODULES;LIBRARIES;SOURCES")
  if(NOT lib_PREFIX)
    set(lib_PREFIX TT)
  endif()
  set(private ${lib_LIBRARIES})
  if(lib_THREADS)
    list(APPEND private Threads::Threads)
  endif()
  foreach(module IN LISTS lib_MODULES)
    string(REGEX REPLACE "=.*" "" module "${module}")
    list(APPEND private PkgConfig::TT_${module})
  endforeach()

  tt_library_objects()
  tt_library_link(shared SHARED ${lib_TARGET})
  tt_library_link(static STATIC ${lib_STATIC_TARGET})
  if(WIN32)
    # the import library of the shared one would have the same name
    set_target_properties(teetape_${component}_static PROPERTIES OUTPUT_NAME ${lib_NAME}_static)
    target_compile_definitions(teetape_${component}_shared INTERFACE ${lib_PREFIX}_SHARED)
  endif()

  # The names a user links, the same inside the tree and after find_package.
  set(usual static)
  if(TT_MAKE_SHARED)
    set(usual shared)
  endif()
  add_library(teetape::${lib_TARGET} ALIAS teetape_${component}_${usual})
  add_library(teetape::${lib_STATIC_TARGET} ALIAS teetape_${component}_static)
  if(TT_INSTALL)
    tt_library_install()
  endif()
endfunction()

# The rest are steps of tt_library. A function sees the variables of the one that calls it.

# One compilation for both libraries: position independent code costs next to nothing here.
function(tt_library_objects)
  add_library(teetape_${component} OBJECT ${lib_SOURCES})
  target_include_directories(teetape_${component}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(teetape_${component} PRIVATE ${lib_PREFIX}_BUILDING)
  target_link_libraries(teetape_${component} PRIVATE ${private})
  set_target_properties(teetape_${component} PROPERTIES
    POSITION_INDEPENDENT_CODE ON TT_NAME ${lib_NAME} TT_HEADERS ${lib_HEADERS} TT_PREFIX ${lib_PREFIX})
  set_property(GLOBAL APPEND PROPERTY TT_LIBRARIES ${component})
  tt_warnings(teetape_${component})
endfunction()

# What was not chosen is there, too, and is built when something of this tree or of the user's links it.
function(tt_library_link kind type exported)
  set(target teetape_${component}_${kind})
  add_library(${target} ${type} $<TARGET_OBJECTS:teetape_${component}>)
  # Contexts may grow until 1.0, so the soname carries the minor number.
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C EXPORT_NAME ${exported} OUTPUT_NAME ${lib_NAME})
  if(${type} STREQUAL SHARED)
    # Before the installation, libraries find each other beside themselves: no path of the build gets into the bytes.
    set_target_properties(${target} PROPERTIES BUILD_RPATH_USE_ORIGIN ON
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    # What is not exported is not called. The sanitizers leave names open that only the program has.
    if(TT_HAS_NO_UNDEFINED AND NOT TT_SANITIZE)
      target_link_options(${target} PRIVATE -Wl,--no-undefined)
    endif()
    if(lib_PRIVATE_API AND TT_HAS_VERSION_SCRIPT)
      target_link_options(${target} PRIVATE -Wl,--version-script=${TT_PRIVATE_MAP})
      set_target_properties(${target} PROPERTIES LINK_DEPENDS ${TT_PRIVATE_MAP})
    endif()
  endif()
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE ${private})
  foreach(required IN LISTS lib_REQUIRES)
    target_link_libraries(${target} PUBLIC teetape_${required}_${kind})
  endforeach()
  if(NOT TT_MAKE_${type} AND NOT TT_TESTS)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

function(tt_library_install)
  set(except "")
  foreach(folder IN LISTS lib_NOT_HEADERS)
    list(APPEND except PATTERN ${folder} EXCLUDE)
  endforeach()
  get_filename_component(parent ${lib_HEADERS} DIRECTORY)
  set(place ${CMAKE_INSTALL_INCLUDEDIR})
  if(parent)
    string(APPEND place /${parent})
  endif()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/${lib_HEADERS} DESTINATION ${place}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def" ${except})
  if(EXISTS ${PROJECT_SOURCE_DIR}/include/${lib_HEADERS}.h)
    install(FILES ${PROJECT_SOURCE_DIR}/include/${lib_HEADERS}.h DESTINATION ${place})
  endif()

  set(kinds "")
  foreach(kind SHARED STATIC)
    if(TT_MAKE_${kind})
      string(TOLOWER ${kind} kind)
      list(APPEND kinds teetape_${component}_${kind})
    endif()
  endforeach()
  install(TARGETS ${kinds} EXPORT teetape-${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  tt_library_package()
  tt_library_pc()
endfunction()

# The component of the CMake package: the targets, and a file that first finds what they link.
function(tt_library_package)
  set(finds "")
  foreach(required IN LISTS lib_REQUIRES)
    string(APPEND finds "include(\${CMAKE_CURRENT_LIST_DIR}/teetape-${required}.cmake)\n")
  endforeach()
  if(lib_THREADS)
    string(APPEND finds "find_package(Threads QUIET)\n")
  endif()
  if(lib_MODULES)
    string(APPEND finds "find_package(PkgConfig QUIET)\n")
  endif()
  foreach(module IN LISTS lib_MODULES)
    string(REGEX REPLACE "^(.*)=(.*)$" "pkg_check_modules(TT_\\1 QUIET IMPORTED_TARGET \\2)" module "${module}")
    string(APPEND finds "if(PKG_CONFIG_FOUND)\n  ${module}\nendif()\n")
  endforeach()
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/teetape)
  install(EXPORT teetape-${component} NAMESPACE teetape:: FILE teetape-${component}-targets.cmake DESTINATION ${folder})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/component.cmake.in ${PROJECT_BINARY_DIR}/teetape-${component}.cmake @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/teetape-${component}.cmake DESTINATION ${folder})
endfunction()

# pkg-config finds its own folder, so that the installed copy may be moved. What a shared library links is nothing to its
# users; where there is the static one alone, they link it, too.
function(tt_library_pc)
  file(RELATIVE_PATH pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  get_target_property(pc_file teetape_${component}_${usual} OUTPUT_NAME)
  set(more .private)
  if(NOT TT_MAKE_SHARED)
    set(more "")
  endif()
  # Each field once, and none that is empty: some programs that read these files take no other.
  set(pc_requires "")
  set(pc_requires.private "")
  foreach(required IN LISTS lib_REQUIRES)
    get_target_property(name teetape_${required} TT_NAME)
    list(APPEND pc_requires "${name} = ${PROJECT_VERSION}")
  endforeach()
  foreach(module IN LISTS lib_MODULES)
    string(REGEX REPLACE ".*=" "" module "${module}")
    list(APPEND pc_requires${more} ${module})
  endforeach()
  set(pc_libs "-L\${libdir} -l${pc_file}")
  set(pc_libs.private "")
  if(lib_THREADS)
    string(APPEND pc_libs${more} " -pthread")
  endif()
  foreach(library IN LISTS lib_LIBRARIES)
    string(APPEND pc_libs${more} " -l${library}")
  endforeach()
  set(pc_lines "")
  foreach(field Requires Requires.private Libs.private)
    string(TOLOWER ${field} variable)
    list(JOIN pc_${variable} ", " value)
    string(STRIP "${value}" value)
    if(value)
      string(APPEND pc_lines "\n${field}: ${value}")
    endif()
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/library.pc.in ${PROJECT_BINARY_DIR}/${lib_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${lib_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
