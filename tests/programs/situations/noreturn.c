// Functions that never return: by longjmp, and by exit.
// flags: -O2
// expect: jumped 10
// status: 11
// calls: 10 returned 0 jump
// calls: 1 returned 0 leave
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;

__attribute__((noinline, noreturn)) void jump(int value) { longjmp(back, value); }
__attribute__((noinline, noreturn)) void leave(int status) { exit(status); }

int main(void) {
  volatile int jumped = 0;
  while (jumped < 10)
    if (setjmp(back) == 0)
      jump(1);
    else
      ++jumped;
  printf("jumped %d\n", jumped);
  leave(11);
}
