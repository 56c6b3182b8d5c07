// Functions that end by a tail call, to themselves, to each other, and through a pointer.
// flags: -O2 -foptimize-sibling-calls
// expect: even 1, odd 0, last 7
// calls: 1 last
#include <stdio.h>

typedef int function(int);
int odd(int n);
int last(int n) { return n + 7; }
static function* volatile pointer = last;

int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int through(int n) {
  if (n > 0) return through(n - 1);
  return pointer(n);
}

int main(void) {
  volatile int n = 100000;
  int first = even(n), second = odd(n);
  printf("even %d, odd %d, last %d\n", first, second, through(n));
}
