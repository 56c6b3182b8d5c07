// A handler of SIGABRT calls a probed function, and returns: abort ends the program all the same.
// expect: handled 1
// status: SIGABRT
// calls: 1 returned 1 handler
// calls: 1 returned 0 fail
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

void handler(int number) {
  printf("handled %d\n", number == SIGABRT);
  fflush(stdout);
}

void fail(void) { abort(); }

int main(void) {
  signal(SIGABRT, handler);
  fail();
}
