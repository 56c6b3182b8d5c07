#include "harness/bench/nest.h"

#if defined(__clang__)
__attribute__((noinline))
#else
__attribute__((noipa))
#endif
void retprobe_bench_nest(unsigned depth, void (*bottom)(void*), void* context) {
  if (depth > 1)
    retprobe_bench_nest(depth - 1, bottom, context);
  else
    bottom(context);
  asm volatile("");  // or these were tail calls
}
