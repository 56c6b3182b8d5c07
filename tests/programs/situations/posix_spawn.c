// posix_spawn and system from probed functions; the child's output comes through a pipe.
// expect: <hello> 0, system 3
// calls: 1 returned 1 spawn
// calls: 1 returned 1 shell
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

int spawn(char* text) {
  char* words[] = {"echo", "hello", NULL};
  int pipes[2], status;
  pid_t child;
  posix_spawn_file_actions_t actions;
  pipe(pipes);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
  posix_spawnp(&child, "echo", &actions, NULL, words, environ);
  waitpid(child, &status, 0);
  text[read(pipes[0], text, 99) - 1] = '\0';
  return WEXITSTATUS(status);
}

int shell(void) { return WEXITSTATUS(system("exit 3")); }

int main(void) {
  char text[100];
  int status = spawn(text);
  printf("<%s> %d, system %d\n", text, status, shell());
}
