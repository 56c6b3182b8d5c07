// SIGKILL within nested probed calls: the signal is the program's, and no call is lost.
// expect: before
// status: SIGKILL
// calls: 8 returned 0 nested
// calls: 1 returned 0 main
#include <signal.h>
#include <stdio.h>

int nested(int depth) {
  if (depth == 1) raise(SIGKILL);
  return nested(depth - 1) + 1;
}

int main(void) {
  puts("before");
  fflush(stdout);
  return nested(8);
}
