// A recursion 20,000 calls deep.
// expect: 200010000 200010000
// calls: 20001 returned 20001 sum
#include <stdio.h>

long sum(long n) { return n == 0 ? 0 : sum(n - 1) + n; }

int main(void) {
  long first = sum(20000);
  printf("%ld %ld\n", first, sum(20000));
}
