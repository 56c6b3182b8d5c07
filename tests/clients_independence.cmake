# ctest clients_independence: each client builds, links and passes its tests with the other client
# switched off.
#
#   cmake -DSOURCE=… -DBUILD=… -DC=… -DCXX=… -DTYPE=… -DFLAGS=… -DWERROR=… [-DGENERATOR=…]
#     -P clients_independence.cmake
#
# With the type, flags and warnings of the build that has this test, ccache has the core already. It
# looks for paths that are relative to the build folder, so BUILD lies beside that build.
#
# In the kernel this is "CONFIG_KPROBES=y but CONFIG_FUNCTION_GRAPH_TRACER=n" (the seed of 2018),
# and the other way round.
cmake_minimum_required(VERSION 3.25)
foreach(needed SOURCE BUILD C CXX TYPE FLAGS WERROR)
  if(NOT DEFINED ${needed})
    message(FATAL_ERROR "clients_independence: -D${needed}=… is missing")
  endif()
endforeach()
if(NOT DEFINED GENERATOR)
  set(GENERATOR Ninja)
endif()

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(failed)
    message(FATAL_ERROR "clients_independence: ${ARGN} failed (${failed}):\n${text}")
  endif()
endfunction()

string(TOUPPER ${TYPE} type)
function(build_with on off)
  string(TOUPPER ${on} option_on)
  string(TOUPPER ${off} option_off)
  # One build folder for both, so that the core, which does not depend on the clients, is compiled
  # once, and quickly. Everything of the clients is removed from it.
  file(REMOVE_RECURSE ${BUILD}/clients)
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -G ${GENERATOR}
      -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX}
      -DCMAKE_BUILD_TYPE=${TYPE} -DCMAKE_CXX_FLAGS_${type}=${FLAGS} -DRETPROBE_WERROR=${WERROR}
      -DRETPROBE_HARNESS=OFF -DRETPROBE_TESTS=ON
      -DRETPROBE_CLIENT_${option_on}=ON -DRETPROBE_CLIENT_${option_off}=OFF)
  file(GLOB tests RELATIVE ${SOURCE} ${SOURCE}/clients/${on}/*_test.cc)
  list(TRANSFORM tests REPLACE "\\.cc$" "")
  list(TRANSFORM tests REPLACE "/" "_")
  run(${CMAKE_COMMAND} --build ${BUILD} -j 2 --target retprobe_${on} ${tests})
  # The other client must really be off: no target, no object, no symbol.
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target retprobe_${off}
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed)
    message(FATAL_ERROR "clients_independence: ${off} is switched off, "
                        "and its target retprobe_${off} exists all the same")
  endif()
  run(${CMAKE_CTEST_COMMAND} --test-dir ${BUILD} --output-on-failure --no-tests=error
      -R ^clients/${on}/)
  message(STATUS "${on} builds and passes without ${off}")
endfunction()

file(REMOVE_RECURSE ${BUILD})
build_with(graph kretprobe)
build_with(kretprobe graph)
file(REMOVE_RECURSE ${BUILD})
