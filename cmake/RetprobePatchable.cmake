# retprobe::patchable: link this to a target, and each of the target's C and C++ functions becomes a
# site. It begins with one five-byte nop (after its `endbr64`, if it has one) and has a record in
# the section `__patchable_function_entries`.
#
#   target_link_libraries(my_program PRIVATE retprobe::patchable)
#
# To leave one function out:   __attribute__((patchable_function_entry(0)))      (GCC and clang)
#
# Clang's -fpatchable-function-entry=5 is correct as it is. GCC 12 links the records of all
# functions to the first function, so the records of templates and inline functions are lost, or do
# not link. It also emits five nops instead of one instruction. The GCC driver's -wrapper option
# runs patchable_as.cc before the assembler, which corrects both. It is a program, not a script,
# because it runs for every sub-command of the driver, and because every machine that builds with
# GCC can build it.
#
# Each module that links such targets also gets room for near islands (patchable_islands.S): 64 KiB
# of code and 64 KiB of zeros, for 8,192 jumps. Each function that is probed at the same time needs
# at most two.
#
# Further properties:
# - With GCC the option also implies -fno-ipa-ra (the attribute of the same name does not). Callers
#   keep nothing in call-clobbered registers across a call of these functions, so the scalar
#   register set is enough for them.
# - GCC's -flto generates code at link time, where the driver does not pass -wrapper on. The five
#   nops would remain, and the catalogue would refuse the sites. So -fno-lto is set: the rest of the
#   program may use LTO, these targets do not.
# - gold with --gc-sections drops the section: its records refer to the functions, and no function
#   refers to its record. ld keeps it.
# - `-S -o file.s` writes GCC's text unedited; assembling that file with the same flags edits it.
# - The assembler searches sections one by one, and each function has one. 5,000 functions in one
#   translation unit cost it about a second, 40,000 a minute. (Clang has its own assembler.)
# - GCC's option takes a list with commas, so the path of the build folder, or of an installed
#   retprobe, must not contain one.
include_guard(GLOBAL)

function(_retprobe_check_wrapper wrapper advice)
  if(wrapper MATCHES "[,\"\\\\$]")
    message(FATAL_ERROR
      "retprobe::patchable: GCC's -wrapper option cannot express the path ${wrapper}; "
      "${advice} without commas, quotes, backslashes and dollar signs")
  endif()
endfunction()

# Builds the wrapper at configure time, so that it exists before the first object of any target. Its
# name contains the digest of its source, so objects are compiled again when it changes.
function(_retprobe_make_wrapper result)
  set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/patchable_as.cc")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(SHA256 "${source}" digest)
  string(SUBSTRING "${digest}" 0 12 digest)
  set(wrapper "${CMAKE_BINARY_DIR}/patchable/patchable_as-${digest}")
  _retprobe_check_wrapper("${wrapper}" "use a build folder")
  if(NOT EXISTS "${wrapper}")
    file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/patchable")
    # Another configure run may be active. So the program gets its final name only when it is
    # complete.
    string(RANDOM LENGTH 8 unique)
    execute_process(
      COMMAND "${CMAKE_CXX_COMPILER}" -std=c++20 -O2 -static-libstdc++ -static-libgcc "${source}"
        -o "${wrapper}.${unique}"
      RESULT_VARIABLE failed ERROR_VARIABLE messages)
    if(failed)
      message(FATAL_ERROR
        "retprobe::patchable: ${CMAKE_CXX_COMPILER} could not build ${source}:\n${messages}")
    endif()
    file(RENAME "${wrapper}.${unique}" "${wrapper}")
  endif()
  set(${result} "${wrapper}" PARENT_SCOPE)
endfunction()

# An installed package has both already, and its configuration names them. In this project they are
# made here. Tests that compile with a GCC that is not the build's compiler use the wrapper, too.
if(NOT DEFINED RETPROBE_PATCHABLE_WRAPPER)
  _retprobe_make_wrapper(RETPROBE_PATCHABLE_WRAPPER)
  # An object and no archive: nothing refers to it.
  add_library(retprobe_islands OBJECT "${CMAKE_CURRENT_LIST_DIR}/patchable_islands.S")
else()
  _retprobe_check_wrapper("${RETPROBE_PATCHABLE_WRAPPER}" "install retprobe in a folder")
  add_library(retprobe_islands OBJECT IMPORTED GLOBAL)
  set_target_properties(retprobe_islands PROPERTIES
    IMPORTED_OBJECTS "${RETPROBE_PATCHABLE_ISLANDS}")
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
