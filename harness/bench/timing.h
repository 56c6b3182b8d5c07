// Times a workload in this process. Candidates and peers share this code, because what is compared
// has to be measured alike. Cold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/workloads/workload.h"

namespace retprobe::harness {

/// Runs a workload for so many iterations.
using RunWorkload = std::function<WorkloadRun(std::uint64_t iterations)>;

/// How many iterations take about a millisecond, so that the loop around them costs nothing. Never
/// more than `most`: the workload's own number for unprobed runs.
std::uint64_t calibrate(const RunWorkload& run, std::uint64_t most);

/// How often a process visits each of its cases. The fastest visit is the sample, because a
/// disturbance only ever adds time. An idle virtual machine was seen to change between two speeds,
/// a third apart. Each lasted from hundredths of a second to two seconds. The cause is not known
/// (other guests of the same host could be it). Timings in a row see only one of the two speeds.
inline constexpr unsigned visits = 5;
/// How often a process visits this workload. A pass of a real program takes a good part of a
/// second, and so sees many changes of speed by itself.
inline unsigned visits_of(const Workload& workload) { return workload.real_program ? 3 : visits; }

/// Calls `visit(round, which)` for each of `count` cases in turn, in as many rounds as there are
/// visits. A short round is followed by a sleep, so that the visits of a case spread over time.
void in_rounds(std::size_t count,
               const std::function<void(unsigned round, std::size_t which)>& visit);

/// One run of Google Benchmark. The times are of one of its iterations.
struct GoogleTimes {
  std::uint64_t iterations = 0;
  unsigned threads = 1;
  double real_ns = 0, cpu_ns = 0;
};

/// Makes one visit: a repetition of Google Benchmark that takes `seconds` at least. Each iteration
/// runs the workload `runs` times, in `threads` threads at once.
GoogleTimes google_times(const std::string& name, const RunWorkload& run, std::uint64_t runs,
                         unsigned threads, double seconds);

}  // namespace retprobe::harness
