// Arguments beyond the registers: integers, doubles, structs by value, and a callback with them.
// not: call_through/- it finds no arguments on the stack
// expect: 55 78.0 200 55
// calls: 2 returned 2 ten
#include <stdio.h>

struct big {
  long values[20];
};

int ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
  return a + b + c + d + e + f + g + h + i + j;
}

double twelve(double a, double b, double c, double d, double e, double f, double g, double h,
              double i, double j, double k, double l) {
  return a + b + c + d + e + f + g + h + i + j + k + l;
}

long by_value(struct big big, int i) { return big.values[i] * 10; }

int main(void) {
  struct big big = {{0}};
  int (*volatile callback)(int, int, int, int, int, int, int, int, int, int) = ten;
  big.values[19] = 20;
  printf("%d %.1f %ld %d\n", ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
         twelve(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), by_value(big, 19),
         callback(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
}
