// One process of a benchmark run: it is configured for one design and transfer once, times the cases it is
// told to, in rounds over them in the order it is told (in_rounds), and writes a line of JSON for each.
//
//     in:   {"design", "transfer", "min_time", "events", "cases": [{"workload", "kind", "number", "registers", "tracers"}]}
//     out:  {"begin": NAME}                     before each visit: who reads knows what a crash interrupted
//           {"name": NAME, "google": {…}, "runs_per_iteration", "calls_per_run", "missed", …}
//           {"name": NAME, "figures": {…}, "missed"}    an experiment
//           {"name": NAME, "void": WHY}
//
// The times are Google Benchmark's; "google" is its own JSON. A case without tracers is the unprobed run.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "core/error.h"
#include "harness/bench/plan.h"

namespace retprobe::harness {

/// One of "cases", with its name: the case itself or the unprobed run that it is compared with.
nlohmann::json child_case(const BenchCase& bench_case, bool probed);

Error run_bench_child(std::istream& in, std::ostream& out);

}  // namespace retprobe::harness
