// A signal handler forks below a probed call; the child returns from the handler and the call.
// expect: child exited with 7
// expect: 2 1
// calls: 1 raises
// calls: 1 handler
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile pid_t child;

void handler(int number) { child = fork(); }

int raises(int value) {
  raise(SIGUSR1);
  return value + 1;
}

int main(void) {
  signal(SIGUSR1, handler);
  int value = raises(child == 0);
  if (child == 0) _exit(value + 5);
  int status;
  waitpid(child, &status, 0);
  printf("child exited with %d\n%d %d\n", WEXITSTATUS(status), value, child > 0);
}
