// libc's clone with a stack of its own and no shared memory, and the raw system call.
// expect: clone 42, system call 43
// calls: 2 returned 2 leaf
// calls: 2 start
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int calls;

int leaf(int value) { return ++calls, value; }
int body(void* value) { return leaf(*(int*)value); }

int start(int raw) {
  int value = 42, status;
  static char stack[1 << 16] __attribute__((aligned(16)));
  pid_t child = raw ? syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL)
                    : clone(body, stack + sizeof stack, SIGCHLD, &value);
  if (child == 0) _exit(leaf(43));
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  int first = start(0);
  printf("clone %d, system call %d\n", first, start(1));
}
