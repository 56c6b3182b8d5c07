#include "harness/bench/nest.h"

#if defined(__clang__)
#define RETPROBE_SITE __attribute__((noinline))
#else
#define RETPROBE_SITE __attribute__((noipa))
#endif

RETPROBE_SITE void retprobe_bench_nest(unsigned depth, void (*bottom)(void*), void* context) {
  if (depth > 1)
    retprobe_bench_nest(depth - 1, bottom, context);
  else
    bottom(context);
  asm volatile("");  // keeps both calls from becoming tail calls
}

#define RETPROBE_DESCEND(name)                                     \
  RETPROBE_SITE void name(unsigned depth, std::uint64_t* stamps) { \
    asm volatile("lfence" ::: "memory");                           \
    *stamps = __builtin_ia32_rdtsc();                              \
    if (depth > 1) name(depth - 1, stamps + 1);                    \
    asm volatile("");                                              \
  }
RETPROBE_DESCEND(retprobe_bench_descend)
RETPROBE_DESCEND(retprobe_bench_descend_unprobed)
