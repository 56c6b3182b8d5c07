# cmake --install BUILD --component library: libretprobe.so, its headers, what its designs declare,
# the player for other tracers, the CMake package `retprobe`, and two files for pkg-config.
# Component command, beside it: the program `retprobe`, and what it loads and starts.
# All find each other by relative paths, so the whole may be moved.
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
# pkg_config_files FOLDER INCLUDE LIBDIR WRAPPER ISLANDS
function(pkg_config_files folder include libdir wrapper islands)
  foreach(name retprobe retprobe-patchable)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${folder}/${name}.pc.in @ONLY)
    file(GENERATE OUTPUT ${folder}/${name}.pc INPUT ${folder}/${name}.pc.in)
  endforeach()
endfunction()
set(prefix "\${pcfiledir}/${retprobe_up}")
pkg_config_files(${made}/moved ${prefix}/include ${prefix}/${CMAKE_INSTALL_LIBDIR}
  ${prefix}/${retprobe_helpers}/patchable_as ${prefix}/${retprobe_helpers}/patchable_islands.o)
install(FILES ${made}/moved/retprobe.pc ${made}/moved/retprobe-patchable.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
# Of the build folder, for who has not installed it.
pkg_config_files(${made} ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/core
  ${RETPROBE_PATCHABLE_WRAPPER} $<TARGET_OBJECTS:retprobe_islands>)

if(RETPROBE_HARNESS)
  file(RELATIVE_PATH to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
  file(RELATIVE_PATH to_helpers /${CMAKE_INSTALL_BINDIR} /${retprobe_helpers})
  set_target_properties(retprobe_cli PROPERTIES
    INSTALL_RPATH "$ORIGIN/${to_library};$ORIGIN/${to_helpers}")
  set(loaded retprobe_agent retprobe_scenarios retprobe_plugin retprobe_ten_thousand
    retprobe_workloads retprobe_json retprobe_grammar retprobe_forty_thousand)
  set_target_properties(${loaded} retprobe_llvm_runner PROPERTIES
    INSTALL_RPATH "$ORIGIN/..;$ORIGIN")
  add_dependencies(retprobe_cli retprobe_player retprobe_forty_thousand retprobe_json
    retprobe_grammar retprobe_plugin retprobe_ten_thousand)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/harness/scenarios/scenarios
          DESTINATION ${retprobe_helpers} COMPONENT command)
  install(TARGETS retprobe_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  install(TARGETS ${loaded} retprobe_llvm_runner
          LIBRARY DESTINATION ${retprobe_helpers} COMPONENT command
          RUNTIME DESTINATION ${retprobe_helpers} COMPONENT command)
endif()
