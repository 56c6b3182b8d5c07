// An executable at a fixed address, without optimisation.
// flags: -O0 -fno-pie -no-pie
// expect: 6765, at a fixed address
// calls: 21891 returned 21891 fib
#include <stdio.h>

int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
  int result = fib(20);
  printf("%d, %s\n", result, (unsigned long)main < 0x800000 ? "at a fixed address" : "elsewhere");
}
