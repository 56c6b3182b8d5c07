// Structs returned in two registers of each kind, in mixed ones, and through memory.
// expect: 1 2, 0.5 0.25, 3 0.75, 4950, 1.5 2.5
// calls: 1 returned 1 large
// calls: 1 returned 1 mixed
#include <complex.h>
#include <stdio.h>

struct integers {
  long a, b;
};
struct doubles {
  double a, b;
};
struct mixed {
  long a;
  double b;
};
struct large {
  int values[100];
};

static volatile int one = 1;

struct integers integers(void) { return (struct integers){one, one + 1}; }
struct doubles doubles(void) { return (struct doubles){one * .5, one * .25}; }
struct mixed mixed(void) { return (struct mixed){one + 2, one * .75}; }
struct large large(void) {
  struct large result;
  for (int i = 0; i < 100; ++i) result.values[i] = i * one;
  return result;
}
long double complex pair(void) { return one * 1.5L + one * 2.5L * I; }

int main(void) {
  struct integers a = integers();
  struct doubles b = doubles();
  struct mixed c = mixed();
  struct large d = large();
  long double complex e = pair();
  int sum = 0;
  for (int i = 0; i < 100; ++i) sum += d.values[i];
  printf("%ld %ld, %g %g, %ld %g, %d, %Lg %Lg\n", a.a, a.b, b.a, b.b, c.a, c.b, sum, creall(e),
         cimagl(e));
}
