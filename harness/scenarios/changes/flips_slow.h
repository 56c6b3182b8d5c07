// What flips_taking_turns has seen, and its verdict.
#pragma once

#include <cstdint>

#include "harness/verify/scenario.h"

namespace retprobe::harness {

struct Turns {
  Error error = {};                                  // of an attach or a detach
  std::uint64_t wrong = 0, unheard = 0, missed = 0;  // calls
  std::uint64_t met = 0, least_met = 0;              // calls that ran during a change of the jump
};
Outcome judge_turns(const Turns& turns);

}  // namespace retprobe::harness
