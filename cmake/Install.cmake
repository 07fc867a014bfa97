# SPDX-License-Identifier: MIT
#
# What `cmake --install` puts where: headers, both libraries, the command with its man pages and completions,
# and the files by which CMake (find_package) and pkg-config find the library.

include(CMakePackageConfigHelpers)

install(DIRECTORY include/teetape DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(TARGETS teetape_static teetape_shared EXPORT teetape
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/teetape)
install(EXPORT teetape NAMESPACE teetape:: FILE teetape-targets.cmake DESTINATION ${package})
configure_package_config_file(cmake/teetape-config.cmake.in teetape-config.cmake
  INSTALL_DESTINATION ${package})
# Until 1.0 a new minor number may change everything.
write_basic_package_version_file(teetape-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/teetape-config.cmake
  ${PROJECT_BINARY_DIR}/teetape-config-version.cmake
  DESTINATION ${package})

# pkg-config finds its own folder, so that the installed copy may be moved.
file(RELATIVE_PATH TT_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/teetape.pc.in teetape.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/teetape.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET teetape)
  install(TARGETS teetape RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  file(GLOB pages CONFIGURE_DEPENDS man/*.1)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  set(share ${CMAKE_INSTALL_DATAROOTDIR})
  install(FILES man/completions/teetape.bash
    DESTINATION ${share}/bash-completion/completions RENAME teetape)
  install(FILES man/completions/_teetape DESTINATION ${share}/zsh/site-functions)
  install(FILES man/completions/teetape.fish DESTINATION ${share}/fish/vendor_completions.d)
endif()
