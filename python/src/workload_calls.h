// Runs of the workloads, and calls of their functions one by one. Cold.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/workloads/workload.h"
#include "retprobe/error.h"

namespace retprobe::python {

/// `iterations` of the workload, on a thread with the stack that it needs.
Result<harness::WorkloadRun> run_workload(const std::string& name, std::uint64_t iterations);

/// One call of a workload's function that takes and returns 64-bit integers. Error for others, for
/// a wrong number of arguments and for values with which it would not come to its end.
Result<std::uint64_t> call_function(const std::string& name,
                                    std::span<const std::uint64_t> arguments);

}  // namespace retprobe::python
