// One process of a benchmark run: it is configured for one design and transfer once, and visits a
// case, which is to time it, whenever it is told to.
//
//     in:   {"design", "transfer", "events", "cases": [{"name", "workload", "kind", "number",
//     "registers", "tracers", "seconds"}]}
//           N                                   visit the case with this index, for its "seconds"
//           at least
//     out:  {"ready": true}                     configured
//           {"google": {…}, "runs_per_iteration", "missed", …}    a line for each visit; a case's
//           first visit in this process
//                                                                 also has what is found out once
//           {"figures": {…}, "missed"}          an experiment
//           {"void": WHY}
//
// The times are Google Benchmark's; "google" is its own JSON. A case without tracers is the
// unprobed run.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "harness/bench/plan.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// One of "cases", with its name: the case itself or the unprobed run that it is compared with.
nlohmann::json child_case(const BenchCase& bench_case, bool probed, double seconds);

Error run_bench_child(std::istream& in, std::ostream& out);

}  // namespace retprobe::harness
