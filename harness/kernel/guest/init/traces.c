#include "traces.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char traced_functions[] = "/sys/kernel/tracing/enabled_functions";

static void next_warning(char* text, size_t bytes) {
  static int log = -1;
  char record[1024];
  ssize_t length;
  if (log < 0) log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
  // Each read gives one record: "6,339,5140900,-;text".
  while ((length = read(log, record, sizeof record - 1)) > 0 || (length < 0 && errno == EPIPE)) {
    record[length > 0 ? length : 0] = 0;
    char* warning = strstr(record, "WARNING:");
    if (!warning || text[0]) continue;
    warning[strcspn(warning, "\n")] = 0;
    snprintf(text, bytes, "%s", warning);
  }
}

void list_traces(struct answer* answer) {
  char line[512], warning[256] = "";
  unsigned functions = 0;
  FILE* traced = fopen(traced_functions, "r");
  if (!traced) {
    answer_error(answer, "%s: %s", traced_functions, strerror(errno));
    return;
  }
  while (fgets(line, sizeof line, traced)) functions += line[0] != '\t' && line[0] != ' ';
  fclose(traced);
  next_warning(warning, sizeof warning);
  answer_ok(answer, "functions=%u warning=%s", functions, warning);
}
