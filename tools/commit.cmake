# Writes OUTPUT, a header that defines RETPROBE_COMMIT: the commit of SOURCE. It adds "+changes"
# where tracked files differ from the commit. In an archive that git made, commit.txt names the
# commit; elsewhere outside a repository it is "unknown". Runs at each build; the file changes only
# when the text does.

# A clone of another user is only read, so git can treat every folder as safe. Programs that the
# clone's configuration names are not run.
set(git git -c safe.directory=* -c core.fsmonitor=false -C ${SOURCE})
execute_process(COMMAND ${git} rev-parse HEAD OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE why RESULT_VARIABLE failed)
if(failed)
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/commit.txt commit LIMIT_COUNT 1)
  if(NOT commit MATCHES "^[0-9a-f]+$")
    set(commit "unknown")
  endif()
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
