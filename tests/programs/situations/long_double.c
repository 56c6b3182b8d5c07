// long double and float values, returned on the x87 stack and in xmm0; rounding mode and flags.
// not: call_through/- a long double argument lies on the stack
// flags: -lm -frounding-math
// expect: 0x8p+60 0x8p+61 2.5 up 1 inexact 1
// calls: 2 returned 2 twice
#include <fenv.h>
#include <stdio.h>

static volatile int ten = 10;

long double twice(long double x) { return x * 2; }
float quarter(float x) { return x / 4; }
int divided(void) { return 1. / ten != 0; }

int main(void) {
  long double first = twice(0x1p62L), second = twice(first);
  fesetround(FE_UPWARD);
  feclearexcept(FE_ALL_EXCEPT);
  divided();
  int up = fegetround() == FE_UPWARD, inexact = fetestexcept(FE_INEXACT) != 0;
  fesetround(FE_TONEAREST);
  printf("%La %La %g up %d inexact %d\n", first / 1, second / 1, quarter(ten), up, inexact);
}
