// The 40,000 functions of harness/bench/crowd/forty_thousand.S in C++, for peers that are asked how long it takes to attach to all of
// them. Every function in here is probed; how far they lie apart is the compiler's -falign-functions.
#include <cstdint>

#include "harness/peers/workloads/numbers.h"

#define RP_CROWD(number) \
  extern "C" std::uint64_t crowd_##number(std::uint64_t x) { return 3 * x + (number - 10000 + 1); }
RP_40000(RP_CROWD)
