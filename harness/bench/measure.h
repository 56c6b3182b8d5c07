// Times one case in this process. Cold.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/error.h"
#include "harness/bench/memory.h"
#include "harness/bench/plan.h"

namespace retprobe::harness {

struct Measurement {
  nlohmann::json google;             // Google Benchmark's own JSON, whole
  std::uint64_t runs_per_iteration;  // iterations of the workload in one iteration of Google Benchmark
  double calls_per_run;              // probed calls in one iteration of the workload; 0 where nobody counted
  std::uint64_t missed;              // during the timing, all tracers together
  std::optional<MemoryUse> memory;
  std::optional<double> flips_per_second;  // churn: attach and detach
  std::map<std::string, double> events;    // per call; only where they were asked for (perf_events.h)
};

/// An Error where the case cannot be timed, or where what it did is not what the unprobed workload does: that
/// is no time then.
/// `events`: the processor's events are counted, too, in a pass of their own behind the timing, so that they cost it nothing.
Result<Measurement> measure_case(const BenchCase& bench_case, double min_time, bool events);

}  // namespace retprobe::harness
