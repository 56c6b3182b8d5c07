// The functions that are called: noinline and noclone, so that each is one function with one entry.
#include <linux/module.h>

#include "guest.h"

#define TARGET noinline __noclone

TARGET long rp_leaf(long x) { return x + 1; }

void (*in_body)(void);
TARGET long rp_body(long depth) {
  if (depth > 1) {
    long below = rp_body(depth - 1);

    asm volatile("" : "+r"(below));
    return below + 1;
  }
  if (in_body) in_body();
  return 1;
}

// The barrier keeps each from being a tail call.
#define CALLER(linkage, name, next)  \
  linkage TARGET long name(long x) { \
    x = next(x);                     \
    asm volatile("" : "+r"(x));      \
    return x + 1;                    \
  }
CALLER(static, rp_inner, rp_body)
CALLER(static, rp_middle, rp_inner)
CALLER(extern, rp_outer, rp_middle)

CALLER(static, caller1, rp_leaf)
CALLER(static, caller2, caller1)
CALLER(static, caller3, caller2)
CALLER(static, caller4, caller3)
CALLER(static, caller5, caller4)
CALLER(static, caller6, caller5)
CALLER(static, caller7, caller6)
CALLER(static, caller8, caller7)
CALLER(static, caller9, caller8)
CALLER(static, caller10, caller9)
CALLER(static, caller11, caller10)
CALLER(extern, rp_callers12, caller11)

noinline __noclone notrace void rp_mark_begin(void) { asm volatile("nop"); }
noinline __noclone notrace void rp_mark_end(void) { asm volatile("nop; nop"); }
