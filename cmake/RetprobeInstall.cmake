# cmake --install BUILD --component library: libretprobe.so, its headers, what its designs declare,
# the player for other tracers, the CMake package `retprobe`, and two files for pkg-config. They
# find each other by relative paths, so the whole may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(retprobe_helpers ${CMAKE_INSTALL_LIBDIR}/retprobe)      # what compiles and links patchable code
set(retprobe_package ${CMAKE_INSTALL_LIBDIR}/cmake/retprobe)
set(made ${PROJECT_BINARY_DIR}/install)

# So that who builds the library alone can install it.
add_dependencies(retprobe retprobe_islands retprobe_player)
# A player, and what retprobe_add_tracer makes another one of.
install(TARGETS retprobe_player_main retprobe_adapter EXPORT retprobeTargets
        ARCHIVE DESTINATION ${retprobe_helpers} COMPONENT library)
install(PROGRAMS $<TARGET_FILE:retprobe_player> $<TARGET_FILE:retprobe_player_module>
        $<TARGET_FILE:retprobe_player_patchable_module>
        DESTINATION ${retprobe_helpers} COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/harness/player/functions.inc
              ${PROJECT_SOURCE_DIR}/harness/player/functions.c
              ${PROJECT_SOURCE_DIR}/harness/player/functions.cc
              ${PROJECT_SOURCE_DIR}/harness/player/module.c
        DESTINATION ${retprobe_helpers}/player COMPONENT library)
install(TARGETS retprobe EXPORT retprobeTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/retprobe DESTINATION include COMPONENT library)
# What designs declare: beside the library, for a harness that is run with this one.
install(DIRECTORY ${PROJECT_BINARY_DIR}/core/retprobe/ DESTINATION ${retprobe_helpers}
        COMPONENT library)
install(PROGRAMS ${RETPROBE_PATCHABLE_WRAPPER} DESTINATION ${retprobe_helpers}
        RENAME patchable_as COMPONENT library)
install(FILES $<TARGET_OBJECTS:retprobe_islands> DESTINATION ${retprobe_helpers}
        RENAME patchable_islands.o COMPONENT library)

install(EXPORT retprobeTargets NAMESPACE retprobe:: DESTINATION ${retprobe_package}
        COMPONENT library)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/retprobeConfig.cmake.in
  ${made}/retprobeConfig.cmake INSTALL_DESTINATION ${retprobe_package} PATH_VARS retprobe_helpers
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${made}/retprobeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${made}/retprobeConfig.cmake ${made}/retprobeConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/RetprobePatchable.cmake
              ${PROJECT_SOURCE_DIR}/cmake/RetprobeTracer.cmake
        DESTINATION ${retprobe_package} COMPONENT library)

file(RELATIVE_PATH retprobe_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" retprobe_up ${retprobe_up})
foreach(name retprobe retprobe-patchable)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${made}/${name}.pc @ONLY)
  install(FILES ${made}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
endforeach()
