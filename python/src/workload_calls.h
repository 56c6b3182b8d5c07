// Runs workloads, and calls their functions one by one. Cold.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/workloads/workload.h"
#include "retprobe/error.h"

namespace retprobe::python {

/// Runs `iterations` of the workload, on a thread with a large enough stack.
Result<harness::WorkloadRun> run_workload(const std::string& name, std::uint64_t iterations);

/// Calls a workload's function once. The function has to take and return 64-bit integers. Error for
/// other functions, for a wrong number of arguments, and for values with which the call would not
/// end.
Result<std::uint64_t> call_function(const std::string& name,
                                    std::span<const std::uint64_t> arguments);

}  // namespace retprobe::python
