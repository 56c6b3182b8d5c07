# The counters of tests/coverage, which includes this file behind project(): only in what is to be
# covered. (clang 14 crashes while it maps some files of the harness.)
cmake_language(DEFER CALL retprobe_count_lines)

function(retprobe_count_lines)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  list(FILTER targets INCLUDE REGEX "^clients_.*_test$")
  list(APPEND targets retprobe retprobe_graph retprobe_kretprobe retprobe-clients-example)
  foreach(target IN LISTS targets)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:\
-fprofile-instr-generate -fcoverage-mapping -fprofile-update=atomic \
-mllvm -runtime-counter-relocation>")
    get_target_property(type ${target} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      target_link_options(${target} PUBLIC -fprofile-instr-generate)
    else()
      target_link_options(${target} PRIVATE -fprofile-instr-generate)
    endif()
  endforeach()
endfunction()
