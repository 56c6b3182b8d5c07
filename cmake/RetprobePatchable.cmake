# retprobe::patchable: link it to a target, and each of the target's C and C++ functions begins with one five-byte nop (behind
# its `endbr64`, where it has one) and has a record in the section `__patchable_function_entries`: a site.
#
#   target_link_libraries(my_program PRIVATE retprobe::patchable)
#
# Not for one function:   __attribute__((patchable_function_entry(0)))      (GCC and clang)
#
# Clang's -fpatchable-function-entry=5 is right as it is. GCC 12 ties the records of all functions to the first one, so that
# templates and inline functions lose theirs or fail to link, and it leaves five nops where one instruction is
# needed. The GCC driver's -wrapper option puts patchable_as.cc in front of the assembler, which cures both; it is a program and not
# a script, as it runs for every sub-command of the driver, and a fresh machine that can build with GCC can build it.
#
# Each module that links such targets gets room for near islands, too (patchable_islands.S): 64 KiB of code and 64 KiB of zeros, for
# 8,192 jumps, two at most for each function that is probed at the same time.
#
# What else there is to know:
# - With GCC the option also means -fno-ipa-ra (the attribute of the same name does not): callers keep nothing in
#   call-clobbered registers across a call of these functions, so the scalar register set is enough for them.
# - GCC's -flto makes code at link time, where the driver hands -wrapper to nobody: the nops would stay five, and the catalogue
#   would refuse the sites. So -fno-lto comes with it: the rest of the program may be LTO, these targets are not.
# - gold with --gc-sections drops the section (its records hang on the functions, not the other way round). ld keeps it.
# - `-S -o file.s` writes GCC's text unedited; assembling that file with the same flags edits it.
# - The assembler looks sections up one by one, and each function has one: 5,000 functions in one translation unit cost it about
#   a second, 40,000 a minute. (Clang has its own assembler.)
# - GCC's option takes a list with commas, so the path of the build folder, or of an installed
#   retprobe, must not have one.
include_guard(GLOBAL)

function(_retprobe_check_wrapper wrapper advice)
  if(wrapper MATCHES "[,\"\\\\$]")
    message(FATAL_ERROR "retprobe::patchable: GCC's -wrapper option cannot express the path ${wrapper}; "
                        "${advice} without commas, quotes, backslashes and dollar signs")
  endif()
endfunction()

# Makes the wrapper now, so that it is there before the first object of any target in any order. Its name carries the
# digest of its source: objects are compiled anew when it changes.
function(_retprobe_make_wrapper result)
  set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/patchable_as.cc")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(SHA256 "${source}" digest)
  string(SUBSTRING "${digest}" 0 12 digest)
  set(wrapper "${CMAKE_BINARY_DIR}/patchable/patchable_as-${digest}")
  _retprobe_check_wrapper("${wrapper}" "use a build folder")
  if(NOT EXISTS "${wrapper}")
    file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/patchable")
    # A second configure run may be under way: the program appears under its name when it is whole.
    string(RANDOM LENGTH 8 unique)
    execute_process(
      COMMAND "${CMAKE_CXX_COMPILER}" -std=c++20 -O2 -static-libstdc++ -static-libgcc "${source}" -o "${wrapper}.${unique}"
      RESULT_VARIABLE failed ERROR_VARIABLE messages)
    if(failed)
      message(FATAL_ERROR "retprobe::patchable: ${CMAKE_CXX_COMPILER} could not build ${source}:\n${messages}")
    endif()
    file(RENAME "${wrapper}.${unique}" "${wrapper}")
  endif()
  set(${result} "${wrapper}" PARENT_SCOPE)
endfunction()

# Where this file is installed, both are made already, and the package's configuration names them. In this project they are made here;
# the wrapper also for tests that compile with a GCC that is not the build's compiler.
if(NOT DEFINED RETPROBE_PATCHABLE_WRAPPER)
  _retprobe_make_wrapper(RETPROBE_PATCHABLE_WRAPPER)
  # An object and no archive: nothing refers to it.
  add_library(retprobe_islands OBJECT "${CMAKE_CURRENT_LIST_DIR}/patchable_islands.S")
else()
  _retprobe_check_wrapper("${RETPROBE_PATCHABLE_WRAPPER}" "install retprobe in a folder")
  add_library(retprobe_islands OBJECT IMPORTED GLOBAL)
  set_target_properties(retprobe_islands PROPERTIES IMPORTED_OBJECTS "${RETPROBE_PATCHABLE_ISLANDS}")
endif()

add_library(retprobe_patchable INTERFACE)
add_library(retprobe::patchable ALIAS retprobe_patchable)
target_link_libraries(retprobe_patchable INTERFACE $<TARGET_OBJECTS:retprobe_islands>)

target_compile_options(retprobe_patchable INTERFACE
  $<$<COMPILE_LANG_AND_ID:C,GNU,Clang>:-fpatchable-function-entry=5>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-fpatchable-function-entry=5>)

target_compile_options(retprobe_patchable INTERFACE
  "$<$<COMPILE_LANG_AND_ID:C,GNU>:SHELL:-wrapper \"${RETPROBE_PATCHABLE_WRAPPER}\" -fno-lto>"
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:-wrapper \"${RETPROBE_PATCHABLE_WRAPPER}\" -fno-lto>")
