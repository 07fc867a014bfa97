# SPDX-License-Identifier: MIT
#
# Tests of the tree itself rather than of what it computes. Each is a script in this folder that says what
# is wrong and where; exit status 77 means that a tool it needs is not installed.

function(tt_structure_test name)
  tt_test(structure.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/structure/${name}.sh ${ARGN})
  set_tests_properties(${TT_TEST_PREFIX}structure.${name} PROPERTIES
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    ENVIRONMENT "CC=${CMAKE_C_COMPILER};CMAKE=${CMAKE_COMMAND};NM=${CMAKE_NM};OBJDUMP=${CMAKE_OBJDUMP}")
endfunction()

tt_structure_test(headers)
tt_structure_test(samples $<TARGET_FILE:teetape_core_static>)
tt_structure_test(rooms)
tt_structure_test(drift)
tt_structure_test(circles ${PROJECT_BINARY_DIR})
tt_structure_test(terminal ${PROJECT_BINARY_DIR})
tt_structure_test(sources)
tt_structure_test(once)
tt_structure_test(sizes)
tt_structure_test(private)
tt_structure_test(public ${PROJECT_BINARY_DIR})
tt_structure_test(style)
tt_structure_test(words)
tt_structure_test(docs)
tt_structure_test(format)
tt_structure_test(names)
tt_structure_test(objects $<TARGET_FILE:teetape_core_static>)
get_property(libraries GLOBAL PROPERTY TT_LIBRARIES)
set(symbols "")
foreach(library IN LISTS libraries)
  get_target_property(name teetape_${library} TT_NAME)
  get_target_property(headers teetape_${library} TT_HEADERS)
  get_target_property(prefix teetape_${library} TT_PREFIX)
  list(APPEND symbols ${prefix} $<TARGET_FILE:teetape_${library}_static> $<TARGET_FILE:teetape_${library}_shared> include/${headers}
    debian/lib${name}${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}.symbols)
endforeach()
tt_structure_test(symbols ${symbols})
tt_structure_test(generated ${PROJECT_BINARY_DIR})
tt_structure_test(consumer ${PROJECT_BINARY_DIR})
tt_structure_test(libraries)
if(TARGET teetape_io AND NOT TT_SANITIZE) # links objects of tests as they are
  tt_structure_test(amalgamation ${PROJECT_BINARY_DIR})
  if(TT_TEST_SECONDS LESS 300)
    set_tests_properties(${TT_TEST_PREFIX}structure.amalgamation PROPERTIES TIMEOUT 300)
  endif()
endif()
tt_structure_test(bare)
tt_structure_test(snippets ${PROJECT_BINARY_DIR})
tt_structure_test(subproject ${PROJECT_BINARY_DIR})
if(TT_TEST_SECONDS LESS 300) # compiles both libraries where no object can be taken
  set_tests_properties(${TT_TEST_PREFIX}structure.subproject PROPERTIES TIMEOUT 300)
endif()
tt_structure_test(wasm ${PROJECT_BINARY_DIR})
tt_structure_test(reference)
tt_structure_test(quirks)
tt_structure_test(rules)
