// How a workload is timed in this process. Candidates and peers share it: what is compared has to
// be measured alike. Cold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/workloads/workload.h"

namespace retprobe::harness {

/// Runs a workload that often.
using RunWorkload = std::function<WorkloadRun(std::uint64_t iterations)>;

/// Iterations that take about a millisecond, so that the loop around them costs nothing; never more
/// than `most`, the workload's own idea of that, which is for unprobed runs.
std::uint64_t calibrate(const RunWorkload& run, std::uint64_t most);

/// A process visits each of its cases so often, and its sample is the fastest visit: what disturbs
/// only ever adds. An idle virtual machine was seen to change between two speeds, a third apart,
/// that each last from hundredths of a second to two seconds; why is not known (other guests of its
/// host would do that). Timings in a row see one of them.
inline constexpr unsigned visits = 5;
/// Of this workload: a pass of a real program takes a good part of a second, and sees many such
/// moments by itself.
inline unsigned visits_of(const Workload& workload) { return workload.real_program ? 3 : visits; }

/// `visit(round, which)` for each of `count` cases in turn, in as many rounds as there are visits.
/// A round of few cases is slept out, so that their visits are not all of one moment either.
void in_rounds(std::size_t count,
               const std::function<void(unsigned round, std::size_t which)>& visit);

struct GoogleTimes {
  std::string json;   // Google Benchmark's own, whole
  double cpu_ns = 0;  // of one of its iterations
};

/// One visit: Google Benchmark's repetition of `seconds` at least. Each of its iterations runs the
/// workload `runs` times, in `threads` threads at once.
GoogleTimes google_times(const std::string& name, const RunWorkload& run, std::uint64_t runs,
                         unsigned threads, double seconds);

}  // namespace retprobe::harness
