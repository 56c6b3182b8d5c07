// Times one case in this process. Cold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/error.h"
#include "harness/bench/memory.h"
#include "harness/bench/plan.h"
#include "harness/bench/timing.h"

namespace retprobe::harness {

struct Measurement {
  GoogleTimes google;                // of the fastest visit
  std::uint64_t runs_per_iteration;  // iterations of the workload in one iteration of Google Benchmark
  double calls_per_run;              // probed calls in one iteration of the workload; 0 where nobody counted
  std::uint64_t missed;              // during all visits, all tracers together
  std::optional<MemoryUse> memory;
  std::optional<double> flips_per_second;  // churn: attach and detach
  std::map<std::string, double> events;    // per call; only where they were asked for (perf_events.h)
};

/// The case's own, or, without tracers, that of the unprobed run which it is compared with.
std::string name_of_run(const BenchCase& bench_case);

/// The first visit: an Error where the case cannot be timed, or where what it did is not what the unprobed workload does: that
/// is no time then. Each visit lasts `seconds` at least.
/// `events`: the processor's events are counted, too, in a pass of their own behind the timing, so that they cost it nothing.
Result<Measurement> measure_case(const BenchCase& bench_case, double seconds, bool events);

/// How many there are: one of a case that measures what happens meanwhile, whose luckiest moments are not its cost.
unsigned visits_of(const BenchCase& bench_case);

/// Another one: what it measured is faster or as it was.
Error visit_again(const BenchCase& bench_case, double seconds, Measurement& measurement);

}  // namespace retprobe::harness
