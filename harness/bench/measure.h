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

/// What is found out once, at a process's first visit to a case.
struct Found {
  double calls_per_run =
      0;  // probed calls in one iteration of the workload; 0 where nobody counted
  std::optional<MemoryUse> memory;
  std::optional<double> flips_per_second;  // churn: attach and detach
  std::map<std::string, double> events;  // per call; only where they were asked for (perf_events.h)
};

struct Visit {
  GoogleTimes google;
  std::uint64_t runs_per_iteration =
      0;                     // iterations of the workload in one iteration of Google Benchmark
  std::uint64_t missed = 0;  // while it was timed, all tracers together
  std::optional<Found> found;
};

/// How often a process visits a case: once where it measures what happens meanwhile, whose luckiest
/// moments are not its cost.
unsigned visits_of(const BenchCase& bench_case);

/// An Error where the case cannot be timed, or where what it did is not what the unprobed workload
/// does: that is no time then. Each visit lasts `seconds` at least. `events`: the processor's
/// events are counted, too, in a pass of their own behind the timing, so that they cost it nothing.
Result<Visit> first_visit(const BenchCase& bench_case, double seconds, bool events);

/// Times as many runs in an iteration as the first visit did, and checks no more than what was
/// missed.
Result<Visit> visit_again(const BenchCase& bench_case, double seconds,
                          std::uint64_t runs_per_iteration);

}  // namespace retprobe::harness
