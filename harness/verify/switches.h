// Scenarios of coroutines, with both ways to switch.
#pragma once

#include "harness/player/coroutine.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

/// A scenario for each kind of switch. Its body finds the kind in `kind`.
#define SCENARIO_OF_SWITCHES(NAME, WHAT, ...)                                            \
  static Outcome switches_##NAME(const Cell& cell, Switch kind);                         \
  SCENARIO(stacks_context_##NAME, WHAT " (swapcontext)", __VA_ARGS__) {                  \
    return switches_##NAME(cell, Switch::context);                                       \
  }                                                                                      \
  SCENARIO(stacks_switch_##NAME, WHAT " (a switch without notification)", __VA_ARGS__) { \
    return switches_##NAME(cell, Switch::assembly);                                      \
  }                                                                                      \
  static Outcome switches_##NAME(const Cell& cell, Switch kind)

}  // namespace retprobe::harness
