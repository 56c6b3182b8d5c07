// A function that a resolver chooses (IFUNC), called through the PLT and by address.
// expect: 42 42
// calls: 2 returned 2 chosen
#include <stdio.h>

static volatile int calls;

int chosen(int value) { return ++calls, value; }
__attribute__((patchable_function_entry(0))) static void* resolve(void) { return chosen; }
int answer(int value) __attribute__((ifunc("resolve")));

int main(void) {
  int (*volatile address)(int) = answer;
  int first = answer(42);
  printf("%d %d\n", first, address(42));
}
