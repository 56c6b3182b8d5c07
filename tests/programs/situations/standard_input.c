// Standard input is a pipe, read to its end line by line.
// with: seq 1 10000 | "$@" | tail -n 1
// expect: 10000 lines, sum 50005000
// calls: 10001 returned 10001 next
#include <stdio.h>
#include <stdlib.h>

long next(void) {
  char line[20];
  return fgets(line, sizeof line, stdin) ? atol(line) : -1;
}

int main(void) {
  long lines = 0, sum = 0, value;
  for (; (value = next()) >= 0; ++lines) sum += value;
  printf("%ld lines, sum %ld\n", lines, sum);
}
