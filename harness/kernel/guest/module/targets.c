// The functions that are called: noinline and noclone, so that each is one function with one entry.
#include <linux/module.h>

#include "guest.h"

#define TARGET noinline __noclone

TARGET long rp_leaf(long x) { return x + 1; }

TARGET long rp_recurse(long depth) {
  long below;

  if (depth <= 1) return 1;
  below = rp_recurse(depth - 1);
  asm volatile("" : "+r"(below));
  return below + 1;
}

void (*in_body)(void);
TARGET long rp_body(long x) {
  if (in_body) in_body();
  return x + 3;
}

// The barrier keeps each from being a tail call.
#define CALLER(name, next)          \
  static TARGET long name(long x) { \
    x = next(x);                    \
    asm volatile("" : "+r"(x));     \
    return x + 1;                   \
  }
CALLER(caller1, rp_leaf)
CALLER(caller2, caller1)
CALLER(caller3, caller2)
CALLER(caller4, caller3)
CALLER(caller5, caller4)
CALLER(caller6, caller5)
CALLER(caller7, caller6)
CALLER(caller8, caller7)
CALLER(caller9, caller8)
CALLER(caller10, caller9)
CALLER(caller11, caller10)

TARGET long rp_callers12(long x) {
  x = caller11(x);
  asm volatile("" : "+r"(x));
  return x + 1;
}

noinline __noclone notrace void rp_mark_begin(void) { asm volatile("nop"); }
noinline __noclone notrace void rp_mark_end(void) { asm volatile("nop; nop"); }
