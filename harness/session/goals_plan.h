// What a run has to measure so that the goals can be judged.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/plan.h"

namespace retprobe::harness {

/// Exactly the cases that the goals are about, of the designs that `designs` selects (globs; none:
/// all that have a shadow stack) and of the floor.
Result<std::vector<BenchGroup>> plan_goals(const std::vector<std::string>& designs);

}  // namespace retprobe::harness
