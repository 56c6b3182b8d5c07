# Included behind project() in the copy that tests/mutants/line_map.py builds.
#
# Hooks end in a jump (core/hooks/resume.h), and the compiler would put a note behind it. So the
# files with the designs' hooks note nothing.
function(note_lines)
  target_sources(retprobe PRIVATE ${PROJECT_SOURCE_DIR}/tests/mutants/lines.c)
  target_compile_options(retprobe PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize-coverage=trace-pc>)
  get_target_property(hooks retprobe SOURCES)
  list(FILTER hooks INCLUDE REGEX "/bind_[^/]*[.]cc$")
  set_property(SOURCE ${hooks} TARGET_DIRECTORY retprobe APPEND PROPERTY COMPILE_OPTIONS
    -fno-sanitize-coverage=trace-pc)
endfunction()
cmake_language(DEFER CALL note_lines)
