// How a workload is timed in this process. Candidates and peers share it: what is compared has to be measured alike. Cold.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/workloads/workload.h"

namespace retprobe::harness {

/// Runs a workload that often.
using RunWorkload = std::function<WorkloadRun(std::uint64_t iterations)>;

/// Iterations that take about a millisecond, so that the loop around them costs nothing; never more than `most`, the workload's own idea
/// of that, which is for unprobed runs.
std::uint64_t calibrate(const RunWorkload& run, std::uint64_t most);

/// Google Benchmark's own JSON, of three repetitions which share `min_time` (seconds): the median of their times is this process's sample.
/// Each of its iterations runs the workload `runs` times, in `threads` threads at once.
std::string google_times(const std::string& name, const RunWorkload& run, std::uint64_t runs, unsigned threads, double min_time);

}  // namespace retprobe::harness
