# Writes OUTPUT, a header that defines RETPROBE_COMMIT: the commit of SOURCE. It adds "+changes"
# where tracked files differ from the commit, and is "unknown" outside a repository. Runs at each
# build; the file changes only when the text does.

# A clone of another user is only read, so git can treat every folder as safe. Programs that the
# clone's configuration names are not run.
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
