// Times one case in this process. Cold.
#pragma once

#include <cstdint>

#include "harness/bench/plan.h"
#include "harness/bench/sample.h"

namespace retprobe::harness {

/// How often a process visits a case. A churn case gets one visit: the fastest of several visits
/// would be the one with the least churn, and not the cost.
unsigned visits_of(const BenchCase& bench_case);

/// Throws Failure where the case cannot be timed, or where its results differ from the unprobed
/// workload's: its time would mean nothing. Each visit lasts `seconds` at least. `events`: counts
/// the processor's events, too, in a separate pass after the timing, so that the timing pays
/// nothing for it.
Sample first_visit(const BenchCase& bench_case, double seconds, bool events);

/// Times as many runs in an iteration as the first visit did. Checks only for missed calls.
Sample visit_again(const BenchCase& bench_case, double seconds, std::uint64_t runs_per_iteration);

}  // namespace retprobe::harness
