# retprobe_not_measured(TARGET): for code that is never measured and does not run while something is
# measured. Most of its compile time goes into the templates of JSON, CLI11 and GoogleTest. Less
# optimisation halves that time. With RETPROBE_UNITY, a target's sources are compiled as one and
# instantiate each template once: harness/cli takes 13 s that way, and 78 s file by file.
# clang takes half of its time with -O0, which its preset sets: it is there for its warnings and for
# another code generator in what is measured.
set(RETPROBE_NOT_MEASURED_OPTIMISATION -Og CACHE STRING "Optimisation of what is never measured")
option(RETPROBE_UNITY
  "Compile what is never measured a target at a time: whole builds are faster, \
rebuilding one file is slower" ON)

function(retprobe_not_measured target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:${RETPROBE_NOT_MEASURED_OPTIMISATION}>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${RETPROBE_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()
