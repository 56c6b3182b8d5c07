// A stack overflow: the handler runs on an alternate stack, calls functions, leaves by siglongjmp.
// expect: overflowed 20 times, each deeper than 1000
// calls: 20 handler
// calls: 20 returned 20 called_by_handler
// options: --functions handler,called_by_handler
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static sigjmp_buf back;
static volatile int depth;

int called_by_handler(void) { return depth > 1000; }
void handler(int number) { siglongjmp(back, 1 + called_by_handler()); }

int overflow(int n) {
  volatile char block[4096];
  block[n % 4096] = ++depth;
  return overflow(n + 1) + block[0];
}

int main(void) {
  stack_t stack = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  struct rlimit limit = {1 << 23, 1 << 23};
  setrlimit(RLIMIT_STACK, &limit);
  sigaltstack(&stack, NULL);
  sigaction(SIGSEGV, &action, NULL);
  volatile int times = 0, deep = 0;
  while (times < 20) {
    int jumped = sigsetjmp(back, 1);
    if (jumped) ++times, deep += jumped == 2;
    depth = 0;
    if (times < 20) overflow(0);
  }
  printf("overflowed %d times, %s deeper than 1000\n", times, deep == 20 ? "each" : "not each");
}
