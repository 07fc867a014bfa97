# SPDX-License-Identifier: MIT
#
# What `cmake --install` puts where, beside what each library brings along (Library.cmake): the file by which
# find_package finds them, and the command with its man pages, completions and units of systemd.

include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/teetape)
configure_package_config_file(cmake/teetape-config.cmake.in teetape-config.cmake
  INSTALL_DESTINATION ${package})
# Until 1.0 a new minor number may change everything.
write_basic_package_version_file(teetape-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/teetape-config.cmake
  ${PROJECT_BINARY_DIR}/teetape-config-version.cmake
  DESTINATION ${package})

if(TARGET teetape)
  install(TARGETS teetape RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  file(GLOB pages CONFIGURE_DEPENDS man/*.1)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  set(share ${CMAKE_INSTALL_DATAROOTDIR})
  install(FILES man/completions/teetape.bash
    DESTINATION ${share}/bash-completion/completions RENAME teetape)
  install(FILES man/completions/_teetape DESTINATION ${share}/zsh/site-functions)
  install(FILES man/completions/teetape.fish DESTINATION ${share}/fish/vendor_completions.d)
  if(TT_SYSTEMD_DIR)
    install(FILES man/systemd/teetape-archive@.service man/systemd/teetape-archive@.timer
      DESTINATION ${TT_SYSTEMD_DIR})
  endif()
endif()
