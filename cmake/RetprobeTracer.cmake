# retprobe_add_tracer(NAME name [SOURCES file…] [COMPILE_OPTIONS option…] [LINK_LIBRARIES library…]
#                     [COMPILER program] [FUNCTIONS plain|patchable…] [DECLARED file…])
#
# Makes the program NAME: a player with a tracer compiled in, for `retprobe verify --tracer NAME`.
# docs/adapter.md explains it.
#
#   SOURCES          the adapter (include/retprobe/adapter.h), and what it needs
#   COMPILE_OPTIONS  for the functions that are traced, and for nothing else: what instruments them.
#                    Where that excludes certain tail calls: -DRETPROBE_NO_TAIL_CALLS
#   COMPILER         compiles these functions: gcc, clang, a path [the C compiler]. Tail calls need
#                    clang, or GCC from 15 on
#   LINK_LIBRARIES   as for target_link_libraries
#   FUNCTIONS        patchable: the functions begin with five bytes of nops, for adapters with
#                    RETPROBE_PATCHABLE [plain]
#   DECLARED         what the tracer's own documentation says that it cannot do: declared.json, or
#                    VARIANT.declared.json for one variant. Copied beside the program
include_guard(GLOBAL)

if(NOT DEFINED RETPROBE_PLAYER_SOURCES)
  set(RETPROBE_PLAYER_SOURCES "${CMAKE_CURRENT_LIST_DIR}/../harness/player")
endif()

function(_retprobe_traced_object result name source)
  set(object "${CMAKE_CURRENT_BINARY_DIR}/${tracer_NAME}_traced/${name}.o")
  set(from "${RETPROBE_PLAYER_SOURCES}/${source}")
  set(language c -std=gnu11)
  if(source MATCHES "\\.cc$")
    set(language c++ -std=gnu++20)
  endif()
  # An exception passes through functions in C, too. They are optimised, as tail calls want it.
  add_custom_command(OUTPUT "${object}" DEPENDS "${from}" "${RETPROBE_PLAYER_SOURCES}/functions.inc"
    COMMAND ${tracer_COMPILER} -x ${language} -O2 -g -fPIC -fexceptions ${ARGN} -c "${from}"
            -o "${object}"
    COMMENT "${tracer_NAME}: traced functions, ${name}" VERBATIM)
  set(${result} "${object}" PARENT_SCOPE)
endfunction()

function(retprobe_add_tracer)
  cmake_parse_arguments(PARSE_ARGV 0 tracer "" "NAME;COMPILER"
    "DECLARED;SOURCES;COMPILE_OPTIONS;LINK_LIBRARIES;FUNCTIONS")
  if(NOT tracer_NAME OR tracer_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "retprobe_add_tracer needs NAME, and does not know: "
      "${tracer_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT tracer_COMPILER)
    set(tracer_COMPILER ${CMAKE_C_COMPILER})
  endif()
  if(NOT tracer_FUNCTIONS)
    set(tracer_FUNCTIONS plain)
  endif()
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${tracer_NAME}_traced")
  set(objects)
  set(modules)
  set(module_objects)
  foreach(kind IN LISTS tracer_FUNCTIONS)
    set(options ${tracer_COMPILE_OPTIONS})
    set(infix)
    if(kind STREQUAL "patchable")
      set(infix _patchable)
      list(APPEND options -DRETPROBE_PLAY_PREFIX=retprobe_play_patchable_
        -fpatchable-function-entry=5)
      # What GCC makes of that option is corrected (RetprobePatchable.cmake).
      if(NOT tracer_COMPILER MATCHES "clang[^/]*$")
        list(APPEND options -wrapper ${RETPROBE_PATCHABLE_WRAPPER})
      endif()
    elseif(NOT kind STREQUAL "plain")
      message(FATAL_ERROR "retprobe_add_tracer: FUNCTIONS are plain or patchable, not '${kind}'")
    endif()
    foreach(source functions.c functions.cc)
      _retprobe_traced_object(object ${kind}_${source} ${source} ${options})
      list(APPEND objects "${object}")
    endforeach()
    _retprobe_traced_object(object ${kind}_module.c module.c ${options})
    # A module is built and loaded from beside the program.
    set(module ${tracer_NAME}${infix}_module)
    add_library(${module} MODULE "${object}")
    set_target_properties(${module} PROPERTIES PREFIX "" LINKER_LANGUAGE C
      LIBRARY_OUTPUT_DIRECTORY "$<TARGET_FILE_DIR:${tracer_NAME}>")
    list(APPEND modules ${module})
    list(APPEND module_objects "${object}")
  endforeach()
  add_executable(${tracer_NAME} ${tracer_SOURCES} ${objects})
  add_dependencies(${tracer_NAME} ${modules})
  set_source_files_properties(${objects} ${module_objects} PROPERTIES
    EXTERNAL_OBJECT ON GENERATED ON)
  target_link_libraries(${tracer_NAME} PRIVATE retprobe::player_main ${tracer_LINK_LIBRARIES})
  # Modules and shared libraries of tracers find what they need of it.
  set_target_properties(${tracer_NAME} PROPERTIES ENABLE_EXPORTS ON LINKER_LANGUAGE CXX)
  foreach(file IN LISTS tracer_DECLARED)
    cmake_path(ABSOLUTE_PATH file)
    cmake_path(GET file FILENAME name)
    # The copy is made by the link: a file that changed links again.
    set_property(TARGET ${tracer_NAME} APPEND PROPERTY LINK_DEPENDS "${file}")
    add_custom_command(TARGET ${tracer_NAME} POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy
      "${file}" "$<TARGET_FILE_DIR:${tracer_NAME}>/${tracer_NAME}.${name}" VERBATIM)
  endforeach()
endfunction()
