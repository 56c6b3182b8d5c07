// quick_exit runs its own functions only, the last one first; a probed call ends the program.
// expect: second first
// status: 3
// calls: 1 returned 0 leave
// calls: 1 returned 1 first
// calls: 1 returned 1 second
// calls: 0 never
#include <stdio.h>
#include <stdlib.h>

void never(void) { printf("never\n"); }
void first(void) { puts(" first"), fflush(stdout); }
void second(void) { printf("second"); }
void leave(int status) { quick_exit(status); }

int main(void) {
  atexit(never);
  at_quick_exit(first);
  at_quick_exit(second);
  leave(3);
}
