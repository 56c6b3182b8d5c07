// Variadic functions: integers, doubles and long doubles in registers and on the stack; printf.
// not: call_through/- it finds no arguments on the stack
// expect: 45 22.5 6.0 one 2 3.00 %
// calls: 2 returned 2 total
#include <stdarg.h>
#include <stdio.h>

double total(const char* kinds, ...) {
  double sum = 0;
  va_list list;
  va_start(list, kinds);
  for (; *kinds; ++kinds) {
    if (*kinds == 'i') sum += va_arg(list, int);
    if (*kinds == 'd') sum += va_arg(list, double);
    if (*kinds == 'l') sum += va_arg(list, long double);
  }
  va_end(list);
  return sum;
}

void print(const char* format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

int main(void) {
  double integers = total("iiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9);
  double mixed = total("dddddddddlll", .5, .5, .5, .5, .5, .5, .5, .5, .5, 1.L, 2.L, 15.L);
  print("%d %.1f %.1Lf %s %d %.2f %%\n", (int)integers, mixed, 6.L, "one", 2, 3.0);
}
