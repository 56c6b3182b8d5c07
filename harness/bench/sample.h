// What a process measures of a case. As JSON it is a line from the process that measures to the one
// that writes the result.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace retprobe::harness {

struct Sample {
  unsigned process = 0;
  unsigned threads = 1;
  /// Iterations of Google Benchmark, and runs of the workload in each of them.
  std::uint64_t iterations = 1, runs_per_iteration = 1;
  double real_ns = 0, cpu_ns = 0;  // of one iteration of Google Benchmark
  /// Probed calls in one run of the workload. 0 where nothing counted them. This and what follows,
  /// but for `missed`, is measured at a process's first visit to a case only.
  double calls_per_run = 0;
  std::uint64_t missed = 0;  // during the timing, all tracers together
  double bytes_per_frame = 0, stack_bytes_per_frame = 0, bytes_per_thread = 0;
  double flips_per_second = -1;                // of attach and detach; negative: no churn
  std::map<std::string, double> figures = {};  // of an experiment, which has no other values
  std::map<std::string, double> events = {};   // per call, where they were counted

  double run_ns() const { return cpu_ns / static_cast<double>(runs_per_iteration); }
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sample, process, threads, iterations, runs_per_iteration,
                                   real_ns, cpu_ns, calls_per_run, missed, bytes_per_frame,
                                   stack_bytes_per_frame, bytes_per_thread, flips_per_second,
                                   figures, events)

}  // namespace retprobe::harness
