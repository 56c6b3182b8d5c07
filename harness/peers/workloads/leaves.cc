// The leaves of leaf.S and many_functions.S in C++, because a peer's compiler cannot instrument
// assembly. They compute the same results. Every function in this file is probed.
#include "harness/peers/workloads/numbers.h"
#include "harness/workloads/shape.h"

// With -fno-omit-frame-pointer GCC sets up a frame only in functions that use the stack. With
// RETPROBE_FRAMED the leaves ask for their frame's address, so they have a frame.
#ifdef RETPROBE_FRAMED
#define RP_FRAME retprobe::harness::keep_memory(__builtin_frame_address(0))
#else
#define RP_FRAME
#endif

RETPROBE_WORKLOAD_SITE std::uint64_t wl_leaf(std::uint64_t x) {
  RP_FRAME;
  return 3 * x + 1;
}

#define RP_LEAF(count, number)                                                            \
  RETPROBE_WORKLOAD_SITE std::uint64_t wl_functions_##count##_##number(std::uint64_t x) { \
    RP_FRAME;                                                                             \
    return 3 * x + (number - 1000 + 1);                                                   \
  }
#define RP_LEAF_1(number) RP_LEAF(1, number)
#define RP_LEAF_16(number) RP_LEAF(16, number)
#define RP_LEAF_256(number) RP_LEAF(256, number)
#define RP_LEAF_1000(number) RP_LEAF(1000, number)
#define RP_LEAF_4000(number) RP_LEAF(4000, number)

RP_1(RP_LEAF_1)
RP_16(RP_LEAF_16)
RP_256(RP_LEAF_256)
RP_1000(RP_LEAF_1000)
RP_4000(RP_LEAF_4000)
