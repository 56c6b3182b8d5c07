#include "module.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int load_module(void) {
  const int file = open("/" MODULE_NAME ".ko", O_RDONLY);
  if (file < 0) return errno;
  const int error = syscall(SYS_finit_module, file, "", 0) ? errno : 0;
  close(file);
  return error;
}

void ask_module(const char* line, struct answer* answer) {
  const int file = open("/proc/retprobe", O_RDWR);
  if (file < 0) {
    answer_error(answer, "/proc/retprobe: %s", strerror(errno));
    return;
  }
  const int error = write(file, line, strlen(line)) < 0 ? errno : 0;
  char text[sizeof answer->text - 8] = "";
  const ssize_t bytes = pread(file, text, sizeof text - 1, 0);
  text[bytes > 0 ? bytes : 0] = 0;
  if (error)
    answer_error(answer, "%s", text[0] ? text : strerror(error));
  else
    answer_ok(answer, "%s", text);
  close(file);
}
