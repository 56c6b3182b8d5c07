# Writes OUTPUT, a header that defines RETPROBE_COMMIT: the commit of SOURCE. "+changes" is appended
# when tracked files differ from it. Outside a repository it is "unknown". This runs at each build;
# the file changes only when its text does.

# A clone that another user owns is only read, so git need not trust it. Programs that its
# configuration names are not run.
set(git git -c safe.directory=* -c core.fsmonitor=false -C ${SOURCE})
execute_process(COMMAND ${git} rev-parse HEAD OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE why RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
  string(STRIP "${why}" why)
  if(EXISTS ${SOURCE}/.git)
    message(WARNING "the results will name no commit: git rev-parse HEAD failed: ${why}")
  endif()
else()
  execute_process(COMMAND ${git} --no-optional-locks status --porcelain --untracked-files=no
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(NOT changes STREQUAL "")
    string(APPEND commit "+changes")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define RETPROBE_COMMIT \"${commit}\"\n")
