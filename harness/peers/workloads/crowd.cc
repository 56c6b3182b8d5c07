// A tenth (RETPROBE_TENTH, 0 to 9) of the 40,000 functions of harness/bench/crowd/forty_thousand.S
// in C++. Peers are timed while they attach to all of them. Every function in this file is probed.
// The compiler's -falign-functions sets the distance between them.
#include <cstdint>

#include "harness/peers/workloads/numbers.h"

#define RP_NAME(tenth, number) crowd_##tenth##_##number
#define RP_NAME_IN(tenth, number) RP_NAME(tenth, number)
#define RP_CROWD(number)                                                         \
  extern "C" std::uint64_t RP_NAME_IN(RETPROBE_TENTH, number)(std::uint64_t x) { \
    return 3 * x + (4000 * RETPROBE_TENTH + number - 1000 + 1);                  \
  }
RP_4000(RP_CROWD)
