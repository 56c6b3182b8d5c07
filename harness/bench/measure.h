// Times one case in this process. Cold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "harness/bench/memory.h"
#include "harness/bench/plan.h"
#include "harness/bench/timing.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// Measured only once, at a process's first visit to a case.
struct Found {
  // Probed calls in one iteration of the workload. 0 where nothing counted them.
  double calls_per_run = 0;
  std::optional<MemoryUse> memory;
  std::optional<double> flips_per_second;  // churn: attach and detach
  std::map<std::string, double> events;    // per call; only on request (perf_events.h)
};

struct Visit {
  GoogleTimes times;
  // Iterations of the workload in one iteration of Google Benchmark.
  std::uint64_t runs_per_iteration = 0;
  std::uint64_t missed = 0;  // during the timing, all tracers together
  std::optional<Found> found;
};

/// How often a process visits a case. A churn case gets one visit: the fastest of several visits
/// would be the one with the least churn, and not the cost.
unsigned visits_of(const BenchCase& bench_case);

/// Returns an Error where the case cannot be timed, or where its results differ from the unprobed
/// workload's: its time would mean nothing. Each visit lasts `seconds` at least. `events`: counts
/// the processor's events, too, in a separate pass after the timing, so that the timing pays
/// nothing for it.
Result<Visit> first_visit(const BenchCase& bench_case, double seconds, bool events);

/// Times as many runs in an iteration as the first visit did. Checks only for missed calls.
Result<Visit> visit_again(const BenchCase& bench_case, double seconds,
                          std::uint64_t runs_per_iteration);

}  // namespace retprobe::harness
