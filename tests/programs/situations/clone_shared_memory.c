// libc's clone with CLONE_VM, without thread-local storage: both run probed functions at once.
// expect: child 0, parent 0 wrong
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

static char stack[1 << 18] __attribute__((aligned(16)));

int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int body(void* unused) {
  int wrong = 0;
  for (volatile int i = 0; i < 200; ++i) wrong += fib(10 + i % 2) != (i % 2 ? 89 : 55);
  return wrong;
}

int main(void) {
  int status;
  pid_t child = clone(body, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
  int wrong = body(NULL);
  waitpid(child, &status, 0);
  printf("child %d, parent %d wrong\n", status, wrong);
}
