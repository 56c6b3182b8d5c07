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
#define CALLER(name, next)      \
  TARGET long name(long x) {    \
    x = next(x);                \
    asm volatile("" : "+r"(x)); \
    return x + 1;               \
  }
static CALLER(rp_inner, rp_body)
static CALLER(rp_middle, rp_inner)
CALLER(rp_outer, rp_middle)

static CALLER(caller1, rp_leaf)
static CALLER(caller2, caller1)
static CALLER(caller3, caller2)
static CALLER(caller4, caller3)
static CALLER(caller5, caller4)
static CALLER(caller6, caller5)
static CALLER(caller7, caller6)
static CALLER(caller8, caller7)
static CALLER(caller9, caller8)
static CALLER(caller10, caller9)
static CALLER(caller11, caller10)
CALLER(rp_callers12, caller11)

noinline __noclone notrace void rp_mark_begin(void) { asm volatile("nop"); }
noinline __noclone notrace void rp_mark_end(void) { asm volatile("nop; nop"); }
