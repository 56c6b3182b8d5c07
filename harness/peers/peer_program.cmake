# retprobe_peer(NAME): a peer's folder. Copies its manifest and scripts. Adds its CMakeLists.txt, if
# it has one, which calls retprobe_peer_program for each program of the peer.
function(retprobe_peer name)
  set(from ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  set(into ${PROJECT_BINARY_DIR}/peers/${name})
  add_custom_target(retprobe_peer_${name})
  add_dependencies(retprobe_peer_programs retprobe_peer_${name})
  file(GLOB files CONFIGURE_DEPENDS ${from}/manifest.json ${from}/*.py ${from}/count)
  foreach(file IN LISTS files)
    # Copied at configure time: a peer whose programs cannot be built here is still listed, as
    # absent.
    file(COPY ${file} DESTINATION ${into})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  if(EXISTS ${from}/CMakeLists.txt)
    set(RETPROBE_PEER ${name})
    add_subdirectory(${name})
  endif()
endfunction()

# The compilers that instrument, whichever compiler builds the rest. GCC is found by its name. Where
# there is none, the build's own compiler is used.
find_program(RETPROBE_PEER_GCC g++)
if(NOT RETPROBE_PEER_GCC)
  set(RETPROBE_PEER_GCC ${CMAKE_CXX_COMPILER})
endif()
find_program(RETPROBE_PEER_CLANG clang++)

# How functions begin, for peers whose cost depends on the first instruction: with the five-byte nop
# that this project's own functions have, with a ten-byte nop, or with the `push %rbp` of a frame
# pointer. Without the wrapper (cmake/RetprobePatchable.cmake), GCC 12 loses the records of inline
# functions, or fails to link.
set(RETPROBE_PEER_NOP5 -fpatchable-function-entry=5 -wrapper ${RETPROBE_PATCHABLE_WRAPPER})
set(RETPROBE_PEER_NOP10 -fpatchable-function-entry=10
  -wrapper ${CMAKE_CURRENT_LIST_DIR}/ten_byte_nop,${RETPROBE_PATCHABLE_WRAPPER})
set(RETPROBE_PEER_PUSH -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-shrink-wrap
  -DRETPROBE_FRAMED)

# The paths of libraries of clang's runtime; empty when one of them is missing.
function(retprobe_find_clang_runtime result)
  set(${result} "" PARENT_SCOPE)
  if(NOT RETPROBE_PEER_CLANG)
    return()
  endif()
  set(found)
  foreach(name IN LISTS ARGN)
    execute_process(COMMAND ${RETPROBE_PEER_CLANG} -print-file-name=lib${name}-x86_64.a
                    OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT IS_ABSOLUTE "${path}" OR NOT EXISTS "${path}")
      execute_process(COMMAND ${RETPROBE_PEER_CLANG} -print-runtime-dir OUTPUT_VARIABLE folder
                      OUTPUT_STRIP_TRAILING_WHITESPACE)
      set(path ${folder}/lib${name}-x86_64.a)
    endif()
    if(NOT EXISTS "${path}")
      return()
    endif()
    list(APPEND found ${path})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# What is instrumented: the probed functions, and the real program.
set(RETPROBE_PEER_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/workloads/leaves.cc
  ${PROJECT_SOURCE_DIR}/harness/scenarios/ways_out/shared_program_sites.cc
  ${PROJECT_SOURCE_DIR}/harness/workloads/leaf.cc
  ${PROJECT_SOURCE_DIR}/harness/workloads/recursion.cc
  ${PROJECT_SOURCE_DIR}/harness/workloads/many_functions.cc)

option(RETPROBE_PEERS_REAL_PROGRAM
  "Give the peers' programs real programs, too, which take a minute each to compile"
  ON)

# retprobe_peer_program(PROGRAM COMPILER gcc|clang [REAL_PROGRAMS json|grammar…] [HOOKS file…]
# [FLAGS flag…] [LINK flag…])
#
# Builds PROGRAM in the peer's folder: the workloads, compiled by COMPILER with FLAGS, and the
# hooks, compiled as the harness is.
function(retprobe_peer_program program)
  cmake_parse_arguments(PARSE_ARGV 1 peer "" "COMPILER" "REAL_PROGRAMS;HOOKS;FLAGS;LINK")
  string(TOUPPER ${peer_COMPILER} compiler)
  set(objects)
  set(target retprobe_peer_${RETPROBE_PEER}_${program})
  set(sources ${RETPROBE_PEER_SOURCES})
  if(RETPROBE_PEERS_REAL_PROGRAM)
    foreach(real IN LISTS peer_REAL_PROGRAMS)
      list(APPEND sources ${PROJECT_SOURCE_DIR}/harness/workloads/${real}_program.cc)
    endforeach()
  endif()
  if(compiler STREQUAL "GCC")
    # Unique symbols would stay global in spite of objcopy (below).
    list(APPEND peer_FLAGS -fno-gnu-unique)
  endif()
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM stem)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${program}/${stem}.o)
    # As in harness/workloads/CMakeLists.txt.
    set(optimised -O2)
    if(stem STREQUAL "grammar_program")
      set(optimised -O1)
    endif()
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${program})
    # Always optimised, as users of the compiler would build it.
    add_custom_command(OUTPUT ${object} DEPENDS ${source} DEPFILE ${object}.d
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${RETPROBE_PEER_${compiler}} -std=c++20
              ${optimised} -fPIE
              -iquote ${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/include
              ${peer_FLAGS} -MD -MF ${object}.d -c ${source} -o ${object}
      COMMENT "${RETPROBE_PEER}: ${stem} with ${peer_COMPILER} ${peer_FLAGS}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  # One object that exports only the workloads. Inline functions of the C++ library are in the
  # harness's objects too, and without this the linker would use these instrumented copies for both.
  set(whole ${CMAKE_CURRENT_BINARY_DIR}/${program}/workloads.o)
  add_custom_command(OUTPUT ${whole} DEPENDS ${objects}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation ${objects} -o ${whole}
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=wl_* --keep-global-symbol=way_out_*
            --keep-global-symbol=run_*
            --keep-global-symbol=_ZN8retprobe7harness*_workloads* ${whole}
    VERBATIM)
  add_executable(${target} EXCLUDE_FROM_ALL ${peer_HOOKS} ${whole})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${program}
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/peers/${RETPROBE_PEER})
  target_compile_options(${target} PRIVATE -O2)
  target_link_libraries(${target} PRIVATE retprobe_peer_program retprobe_warnings ${peer_LINK})
  target_link_options(${target} PRIVATE -rdynamic)
  add_dependencies(retprobe_peer_${RETPROBE_PEER} ${target})
endfunction()

# retprobe_peer_crowd(COMPILER gcc|clang HOOKS file… [FLAGS flag…] [LINK flag…])
#
# Builds the program `crowd` in the peer's folder, for the experiment attach_40000 of a manifest.
# The functions are 64 bytes apart, like those that our own attaching is timed with. They are not
# optimised: that would take the compiler ten times as long and make the same entries and exits.
# There are ten objects, because GNU as takes a minute for 40,000 functions that each have a section
# of records.
function(retprobe_peer_crowd)
  cmake_parse_arguments(PARSE_ARGV 0 peer "" "COMPILER" "HOOKS;FLAGS;LINK")
  string(TOUPPER ${peer_COMPILER} compiler)
  set(target retprobe_peer_${RETPROBE_PEER}_crowd)
  set(source ${PROJECT_SOURCE_DIR}/harness/peers/workloads/crowd.cc)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/crowd)
  set(objects)
  foreach(tenth RANGE 9)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/crowd/${tenth}.o)
    add_custom_command(OUTPUT ${object} DEPENDS ${source} DEPFILE ${object}.d
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${RETPROBE_PEER_${compiler}} -std=c++20
              -O0 -fomit-frame-pointer
              -fPIE -iquote ${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/include
              ${peer_FLAGS} -falign-functions=64 -DRETPROBE_TENTH=${tenth}
              -MD -MF ${object}.d -c ${source} -o ${object}
      COMMENT "${RETPROBE_PEER}: 4,000 of 40,000 functions with ${peer_COMPILER} ${peer_FLAGS}"
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_executable(${target} EXCLUDE_FROM_ALL ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/program/crowd_main.cc
    ${PROJECT_SOURCE_DIR}/harness/bench/experiments/clocks.cc ${peer_HOOKS} ${objects})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME crowd
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/peers/${RETPROBE_PEER})
  target_compile_options(${target} PRIVATE -O2)
  target_link_libraries(${target} PRIVATE retprobe_peer_program retprobe_warnings ${peer_LINK})
  add_dependencies(retprobe_peer_${RETPROBE_PEER} ${target})
endfunction()
