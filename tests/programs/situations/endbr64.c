// endbr64 at each function's entry, called directly and through pointers.
// flags: -fcf-protection=full
// expect: 300
// calls: 200 returned 200 one
// calls: 100 returned 100 two
#include <stdio.h>

static volatile int calls;

int one(void) { return ++calls, 1; }
int two(void) { return ++calls, one(); }
static int (*volatile functions[])(void) = {one, two};

int main(void) {
  for (int i = 0; i < 200; ++i) functions[i % 2]();
  printf("%d\n", calls);
}
