#define _GNU_SOURCE  // pipe2
#include "reproduce.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOLDER "/reproducers"

static void list(struct answer* answer) {
  char names[512] = "";
  DIR* folder = opendir(FOLDER);
  for (struct dirent* file; folder && (file = readdir(folder));) {
    const size_t used = strlen(names);
    const int length = (int)strcspn(file->d_name, ".");
    if (length) snprintf(names + used, sizeof names - used, "%.*s,", length, file->d_name);
  }
  if (folder) closedir(folder);
  answer_ok(answer, "reproducers=%s", names);
}

// A module says its line in the kernel's log, and is not kept.
static void try_module(int file, const char* name, struct answer* answer) {
  char record[1024], mark[64];
  const int log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
  lseek(log, 0, SEEK_END);
  const int error = syscall(SYS_finit_module, file, "", 0) ? errno : 0;
  snprintf(mark, sizeof mark, ";%s: ", name);
  for (ssize_t length; (length = read(log, record, sizeof record - 1)) > 0 || errno == EPIPE;) {
    record[length > 0 ? length : 0] = 0;
    char* said = strstr(record, mark);
    if (!said) continue;
    said[strcspn(said, "\n")] = 0;
    answer_ok(answer, "%s", said + strlen(mark));
    close(log);
    return;
  }
  close(log);
  answer_error(answer, "%s cannot be loaded: %s", name, strerror(error));
}

static void try_program(char* path, const char* name, struct answer* answer) {
  char said[1024] = "";
  char* arguments[] = {path, NULL};
  int out[2], error;
  pid_t child;
  posix_spawn_file_actions_t actions;
  if (pipe2(out, O_CLOEXEC)) {
    answer_error(answer, "no pipe: %s", strerror(errno));
    return;
  }
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  error = posix_spawn(&child, path, &actions, NULL, arguments, NULL);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  if (error) {
    answer_error(answer, "there is no %s: %s", name, strerror(error));
  } else {
    FILE* from = fdopen(out[0], "r");
    if (!fgets(said, sizeof said, from)) said[0] = 0;
    said[strcspn(said, "\n")] = 0;
    const char* words = strstr(said, ": ");
    int status = 0;
    waitpid(child, &status, 0);
    if (words)
      answer_ok(answer, "%s", words + 2);
    else
      answer_error(answer, "%s said nothing, and ended with status %d", name, status);
    fclose(from);
    return;
  }
  close(out[0]);
}

bool obey_reproduce(const char* line, struct answer* answer) {
  char name[48], path[80];
  if (!strcmp(line, "reproducers")) {
    list(answer);
    return true;
  }
  if (sscanf(line, "reproduce %47s", name) != 1) return false;
  snprintf(path, sizeof path, FOLDER "/%s.ko", name);
  const int module = open(path, O_RDONLY | O_CLOEXEC);
  if (module >= 0) {
    try_module(module, name, answer);
    close(module);
  } else {
    snprintf(path, sizeof path, FOLDER "/%s", name);
    try_program(path, name, answer);
  }
  return true;
}
