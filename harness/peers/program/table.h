// The table of the workloads (harness/workloads) in a peer's program, compiled as the peer needs
// them.
#pragma once

#include <vector>

#include "harness/workloads/workload.h"

namespace retprobe::peers {

const std::vector<harness::Workload>& peer_workloads();

}  // namespace retprobe::peers
