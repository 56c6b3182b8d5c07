// The workloads of harness/workloads that every peer's program has, compiled as the peer needs
// them.
#pragma once

#include <vector>

#include "harness/workloads/workload.h"

namespace retprobe::peers {

const std::vector<harness::Workload>& peer_workloads();

}  // namespace retprobe::peers
