// The program traces its child by ptrace: it reads what a probed call of the child returned.
// expect: stopped by 10, value 42, exited 5
// calls: 1 returned 1 leaf
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long value;

int leaf(int given) { return value = given; }

int main(void) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    leaf(42);
    raise(SIGUSR1);
    _exit(5);
  }
  while (waitpid(child, &status, 0) > 0 && WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP)
    ptrace(PTRACE_CONT, child, 0, SIGTRAP);
  int stopped = WSTOPSIG(status);
  long seen = ptrace(PTRACE_PEEKDATA, child, &value, 0);
  ptrace(PTRACE_CONT, child, 0, 0);
  waitpid(child, &status, 0);
  printf("stopped by %d, value %ld, exited %d\n", stopped, seen, WEXITSTATUS(status));
}
