#include "harness/scenarios/ways_out/shared_program_sites.h"

// Each function does work after its call, so that the compiler makes no jump of the call. The
// attribute is needed for the functions, too, that the header does not declare.
#define RP_WAY_OUT(name, number, guard, call)    \
  RETPROBE_FIXTURE void name(void (*bottom)()) { \
    guard;                                       \
    call;                                        \
    asm volatile("" : : "r"(number));            \
  }
#define RP_GUARD(number) const fixture::Guard guard(number)
RP_WAY_OUT(way_out_guarded_1, 1, RP_GUARD(1), bottom())
RP_WAY_OUT(way_out_guarded_2, 2, RP_GUARD(2), way_out_guarded_1(bottom))
RP_WAY_OUT(way_out_guarded_3, 3, RP_GUARD(3), way_out_guarded_2(bottom))
RP_WAY_OUT(way_out_guarded_4, 4, RP_GUARD(4), way_out_guarded_3(bottom))
RP_WAY_OUT(way_out_guarded_5, 5, RP_GUARD(5), way_out_guarded_4(bottom))
RP_WAY_OUT(way_out_bare_1, 1, , bottom())
RP_WAY_OUT(way_out_bare_2, 2, , way_out_bare_1(bottom))
RP_WAY_OUT(way_out_bare_3, 3, , way_out_bare_2(bottom))
RP_WAY_OUT(way_out_bare_4, 4, , way_out_bare_3(bottom))
RP_WAY_OUT(way_out_bare_5, 5, , way_out_bare_4(bottom))
