// longjmp leaves a hundred calls; then the stack grows to the same depth again, and returns.
// expect: 50 times 100, returned 5050
// calls: 10100 returned 5050 abandoned 5050 descend
// calls: 50 abandoned 0 grow_again
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

int descend(int depth, int leave) {
  if (depth == 0) {
    if (leave) longjmp(back, 1);
    return 0;
  }
  return descend(depth - 1, leave) + 1;
}

int grow_again(void) { return descend(100, 0); }

int main(void) {
  volatile int sum = 0;
  for (volatile int i = 0; i < 50; ++i) {
    if (setjmp(back) == 0)
      descend(100, 1);
    else
      sum += grow_again();
  }
  printf("50 times %d, returned %d\n", sum / 50, sum / 50 * 50 + 50);
}
