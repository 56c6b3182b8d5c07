# One executable per *_test.cc, next to the code that it tests. The file itself is the registration.
file(GLOB unit_tests CONFIGURE_DEPENDS core/*_test.cc core/*/*_test.cc designs/*/*_test.cc)
if(RETPROBE_HARNESS)
  file(GLOB harness_tests CONFIGURE_DEPENDS harness/*/*_test.cc)
endif()
foreach(client graph kretprobe)
  if(TARGET retprobe_${client})
    file(GLOB tests_of_client CONFIGURE_DEPENDS clients/${client}/*_test.cc)
    list(APPEND client_tests ${tests_of_client})
  endif()
endforeach()
if(TARGET retprobe-clients-example)
  list(APPEND unit_tests ${PROJECT_SOURCE_DIR}/clients/example/example_test.cc)
endif()
# Libraries, programs and lists that the core's tests load and read.
get_property(core_fixtures DIRECTORY core/testlib PROPERTY BUILDSYSTEM_TARGETS)
if(RETPROBE_HARNESS)
  get_property(run_fixtures DIRECTORY harness/run/testlib PROPERTY BUILDSYSTEM_TARGETS)
endif()
foreach(source IN LISTS unit_tests harness_tests client_tests)
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
  string(REGEX REPLACE "\\.cc$" "" name ${name})
  string(REPLACE "/" "_" target ${name})
  add_executable(${target} ${source})
  target_link_libraries(${target}
    PRIVATE retprobe_warnings retprobe GTest::gtest_main Zydis::Zydis Threads::Threads
                        ${CMAKE_DL_LIBS})
  if(source IN_LIST harness_tests)
    # Links the library of its own folder, too. (The scenarios and their framework are one library:
    # retprobe_scenarios.)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:retprobe_${folder}>
                          retprobe_session retprobe_report retprobe_workloads)
  endif()
  if(source MATCHES "/tracers/tracers_test[.]cc$")
    target_compile_definitions(${target} PRIVATE
      RETPROBE_PLANTED_TRACER="$<TARGET_FILE:planted_tracer>"
      RETPROBE_OWN_TRACER="$<TARGET_FILE:retprobe_tracer>")
    add_dependencies(${target} planted_tracer retprobe_tracer)
  endif()
  if(source MATCHES "/peers/wrapper_test[.]cc$")
    target_sources(${target} PRIVATE harness/peers/wrapper/wrapper_x86_64.S)
  endif()
  if(source MATCHES "/peers/(measure|site)_test[.]cc$")
    target_sources(${target} PRIVATE harness/peers/program/measure.cc harness/peers/program/site.cc
                                     harness/peers/program/functions.cc)
  endif()
  if(source MATCHES "/peers/site_test[.]cc$")
    target_sources(${target} PRIVATE harness/peers/uprobe/hooks.cc)
  endif()
  if(name MATCHES "^(core|designs)/")
    add_dependencies(${target} ${core_fixtures})
  endif()
  if(name MATCHES "^harness/run/")
    add_dependencies(${target} ${run_fixtures} retprobe_agent)
  endif()
  # What it tests is in libraries, which keep their own optimisation. (One test has a call of its
  # own that must be compiled as a jump.)
  if(NOT name STREQUAL "core/probe_view_test")
    target_compile_options(${target} PRIVATE ${RETPROBE_NOT_MEASURED_OPTIMISATION})
  endif()
  if(source MATCHES "/harness/(bench|judging|kernel|peers|regress|results|run|session)/")
    retprobe_not_measured(${target})
  endif()
  if(source IN_LIST client_tests)
    cmake_path(GET source PARENT_PATH client)
    cmake_path(GET client FILENAME client)
    target_link_libraries(${target} PRIVATE retprobe_${client} retprobe_clients_fixture)
  endif()
  if(name MATCHES "^clients/example/")
    add_dependencies(${target} retprobe-clients-example retprobe_clients_played_example)
    target_sources(${target} PRIVATE clients/example/tally.cc)
    target_compile_definitions(${target} PRIVATE
      RETPROBE_PLAYED_EXAMPLE="$<TARGET_FILE:retprobe_clients_played_example>")
  endif()
  target_link_options(${target} PRIVATE -rdynamic)
  add_test(NAME ${name} COMMAND ${target})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1800)
endforeach()

# Builds each client without the other. Switched off in the builds that this test makes itself.
if(RETPROBE_CLIENT_GRAPH AND RETPROBE_CLIENT_KRETPROBE)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  add_test(NAME clients_independence COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
           -DBUILD=${PROJECT_BINARY_DIR}_independence -DC=${CMAKE_C_COMPILER}
           -DCXX=${CMAKE_CXX_COMPILER} -DTYPE=${CMAKE_BUILD_TYPE}
           -DFLAGS=${CMAKE_CXX_FLAGS_${type}} -DWERROR=${RETPROBE_WERROR}
           -DGENERATOR=${CMAKE_GENERATOR} -P ${PROJECT_SOURCE_DIR}/tests/clients_independence.cmake)
  # The longest begins first, beside the others.
  set_tests_properties(clients_independence PROPERTIES TIMEOUT 3000 COST 1000)
endif()

# Records what the library does to code, in the terms of the patching protocol's model: see
# tests/model/README.md.
add_executable(record_poke_trace tests/model/record_trace.cc)
target_link_libraries(record_poke_trace PRIVATE retprobe_warnings retprobe retprobe::patchable)
