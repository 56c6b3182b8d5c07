// Five nested calls for the programs of ways_out.cc. Every function in here is probed.
#include "harness/peers/workloads/ways.h"

#include "harness/workloads/shape.h"

// Work after the call, so that it is none that the compiler makes a jump.
#define RP_WAY(name, number, guard, call)                            \
  extern "C" __attribute__((noinline)) void name(void (*bottom)()) { \
    guard;                                                           \
    call;                                                            \
    std::uint64_t after = number;                                    \
    retprobe::harness::keep(after);                                  \
  }
RP_WAY(wl_way_1, 1, Guard guard(1), bottom())
RP_WAY(wl_way_2, 2, Guard guard(2), wl_way_1(bottom))
RP_WAY(wl_way_3, 3, Guard guard(3), wl_way_2(bottom))
RP_WAY(wl_way_4, 4, Guard guard(4), wl_way_3(bottom))
RP_WAY(wl_way_5, 5, Guard guard(5), wl_way_4(bottom))
RP_WAY(wl_bare_1, 1, , bottom())
RP_WAY(wl_bare_2, 2, , wl_bare_1(bottom))
RP_WAY(wl_bare_3, 3, , wl_bare_2(bottom))
RP_WAY(wl_bare_4, 4, , wl_bare_3(bottom))
RP_WAY(wl_bare_5, 5, , wl_bare_4(bottom))
