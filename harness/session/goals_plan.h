// Plans the measurements that the goals need.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/plan.h"

namespace retprobe::harness {

/// Exactly the cases that the goals need, for the designs that `designs` selects, and for the
/// floor. Without globs: all designs that have a shadow stack.
Result<std::vector<BenchGroup>> plan_goals(const std::vector<std::string>& designs);

}  // namespace retprobe::harness
