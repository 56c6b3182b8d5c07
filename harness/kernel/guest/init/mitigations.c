#include "mitigations.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";

static void append_file(const char* name, char* text, size_t bytes) {
  char path[256], line[256] = "";
  snprintf(path, sizeof path, "%s/%.128s", folder, name);
  FILE* file = fopen(path, "r");
  if (!file) return;
  if (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    const size_t used = strlen(text);
    snprintf(text + used, bytes - used, "%s%s: %s", used ? "; " : "", name, line);
  }
  fclose(file);
}

void list_mitigations(struct answer* answer) {
  char text[sizeof answer->text - sizeof "ok "] = "";
  DIR* files = opendir(folder);
  if (!files) {
    answer_error(answer, "%s: %s", folder, strerror(errno));
    return;
  }
  for (struct dirent* entry; (entry = readdir(files));)
    if (entry->d_name[0] != '.') append_file(entry->d_name, text, sizeof text);
  closedir(files);
  answer_ok(answer, "%s", text);
}
