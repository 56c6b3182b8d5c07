// setcontext returns from one getcontext again and again, out of nested calls.
// expect: 500 times
// calls: 1500 returned 3 abandoned 1497 nested
#include <stdio.h>
#include <ucontext.h>

static ucontext_t start;

void nested(int depth, int leave) {
  if (depth)
    nested(depth - 1, leave);
  else if (leave)
    setcontext(&start);
  __asm__ volatile("");
}

int main(void) {
  volatile int times = 0;
  getcontext(&start);
  ++times;
  nested(2, times < 500);
  printf("%d times\n", times);
}
