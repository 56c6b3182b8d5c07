#include "harness/scenarios/unwinding/unwind_sites.h"

// Placed behind a call, keeps it from becoming a tail call.
#define KEEP(value) asm volatile("" : "+r"(value))

std::uint64_t unwind_outer(std::uint64_t (*next)(std::uint64_t), std::uint64_t x) {
  std::uint64_t result = next(x);
  KEEP(result);
  return result + 1;
}

std::uint64_t unwind_inner(std::uint64_t (*next)(std::uint64_t), std::uint64_t x) {
  std::uint64_t result = next(x);
  KEEP(result);
  return result + 2;
}

std::uint64_t unwind_leaf(void (*step)(), std::uint64_t x) {
  step();
  KEEP(x);
  return 3 * x + 1;
}

std::uint64_t unwind_deep(void (*step)(), std::uint64_t x) {
  if (x == 0) {
    step();
    KEEP(x);
    return x;
  }
  std::uint64_t result = unwind_deep(step, x - 1);
  KEEP(result);
  return result + 1;
}

std::uint64_t unwind_many(void (*step)(), std::uint64_t x) {
  step();
  KEEP(x);
  return 5 * x + 2;
}
