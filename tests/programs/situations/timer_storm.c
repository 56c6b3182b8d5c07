// A timer interrupts probed calls every millisecond; its handler calls probed functions, too.
// expect: fib 17711, the handler's is right each time
// calls: 57313 returned 57313 fib
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile int wrong, ticks;

int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int small(int n) { return n ? small(n - 1) + 2 : 0; }

void handler(int number) {
  ++ticks;
  wrong += small(10) != 20;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  struct itimerval each = {{0, 1000}, {0, 1000}}, never = {};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &each, NULL);
  int result = fib(22);
  while (ticks < 10) continue;
  setitimer(ITIMER_REAL, &never, NULL);
  printf("fib %d, the handler's is %s each time\n", result, wrong ? "not right" : "right");
}
