// The program closes each descriptor that it has, standard error included, and goes on.
// expect: closed, 4950
// status: 1
// calls: 100 returned 100 leaf
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

static volatile int sum;

int leaf(int value) { return sum += value; }

int main(void) {
  close_range(3, ~0U, 0);
  close(0);
  close(2);
  for (int i = 0; i < 100; ++i) leaf(i);
  printf("closed, %d\n", sum);
  fflush(stdout);
  close(1);
  return write(1, "x", 1) < 0;
}
