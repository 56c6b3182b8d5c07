// The leaves of leaf.S and many_functions.S in C++, since a peer's compiler instruments no assembly. Every function in
// here is probed. What they compute is the same.
#include "harness/peers/workloads/numbers.h"
#include "harness/workloads/shape.h"

RETPROBE_WORKLOAD_SITE std::uint64_t wl_leaf(std::uint64_t x) { return 3 * x + 1; }

#define RP_LEAF_16(number)                                                         \
  RETPROBE_WORKLOAD_SITE std::uint64_t wl_functions_16_##number(std::uint64_t x) { \
    return 3 * x + (number - 1000 + 1);                                            \
  }
#define RP_LEAF_256(number)                                                         \
  RETPROBE_WORKLOAD_SITE std::uint64_t wl_functions_256_##number(std::uint64_t x) { \
    return 3 * x + (number - 1000 + 1);                                             \
  }
#define RP_LEAF_1000(number)                                                         \
  RETPROBE_WORKLOAD_SITE std::uint64_t wl_functions_1000_##number(std::uint64_t x) { \
    return 3 * x + (number - 1000 + 1);                                              \
  }

RP_16(RP_LEAF_16)
RP_256(RP_LEAF_256)
RP_1000(RP_LEAF_1000)
