# Writes OUTPUT, a header that defines RETPROBE_COMMIT: the commit that SOURCE is at, with "+changes" where its tracked files differ
# from it, or "unknown" outside a repository. Run at each build; the file changes only when the text does.
execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
                ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
else()
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
  if(NOT changes STREQUAL "")
    string(APPEND commit "+changes")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define RETPROBE_COMMIT \"${commit}\"\n")
