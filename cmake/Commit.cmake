# SPDX-License-Identifier: MIT
#
# Which commit is built, for `teetape --version`: twelve digits in TT_COMMIT, or nothing when nobody knows. In a clone
# git tells it. In a source archive it is in commit.txt, which `git archive` fills in because .gitattributes beside
# it says so.

function(tt_find_commit)
  file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/commit.txt commit LIMIT_COUNT 1)
  # Only where the tree is a clone of its own: git would look upwards, and tell the commit of whatever tree this one lies in.
  if(EXISTS ${PROJECT_SOURCE_DIR}/.git)
    find_package(Git QUIET)
    if(GIT_FOUND)
      execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse HEAD
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      if(EXISTS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY
          CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
      endif()
    endif()
  endif()
  # as it comes in a clone, the file has no number
  if(NOT commit MATCHES "^[0-9a-f]+$")
    set(commit "")
  endif()
  string(SUBSTRING "${commit}" 0 12 commit)
  set(TT_COMMIT "${commit}" PARENT_SCOPE)
endfunction()
