// How children ended: exit, a signal, a stop and its continuation; SIGCHLD for each.
// expect: exited 3, killed 15, stopped 19, continued 1, ended 9, SIGCHLD seen
// calls: 3 start
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int seen;

void handler(int number) { ++seen; }

pid_t start(int status) {
  pid_t child = fork();
  if (child == 0) {
    if (status >= 0) _exit(status);
    for (;;) pause();
  }
  return child;
}

int waited(pid_t child, int flags) {
  int status;
  while (waitpid(child, &status, flags) < 0) continue;
  return status;
}

int main(void) {
  signal(SIGCHLD, handler);
  int exited = WEXITSTATUS(waited(start(3), 0));
  pid_t child = start(-1);
  kill(child, SIGTERM);
  int killed = WTERMSIG(waited(child, 0));
  child = start(-1);
  kill(child, SIGSTOP);
  int stopped = WSTOPSIG(waited(child, WUNTRACED));
  kill(child, SIGCONT);
  int continued = !!WIFCONTINUED(waited(child, WCONTINUED));
  kill(child, SIGKILL);
  int ended = WTERMSIG(waited(child, 0));
  printf("exited %d, killed %d, stopped %d, continued %d, ended %d, SIGCHLD %sseen\n", exited,
         killed, stopped, continued, ended, seen >= 3 ? "" : "not ");
}
