// _exit within a function of atexit, which exit calls below nested probed calls.
// expect: leaving
// status: 200
// calls: 10 returned 0 nested
// calls: 1 returned 0 at_exit
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void at_exit(void) {
  printf("leaving\n");
  fflush(stdout);
  _exit(200);
}

int nested(int depth) {
  if (depth == 1) exit(5);
  return nested(depth - 1) + 1;
}

int main(void) {
  atexit(at_exit);
  return nested(10);
}
