// One process of a benchmark run. It is configured once, for one design and transfer. Then it
// visits and times a case whenever a line of its input says so.
//
//     in:   {"design", "transfer", "events", "cases": [{"name", "workload", "kind", "number",
//            "registers", "tracers", "seconds"}]}
//           N                     visit the case with this index, for at least its "seconds"
//     out:  {"ready": true}       it is configured
//           {"threads", "iterations", "real_ns", "cpu_ns", "runs_per_iteration", "missed", …}
//                                 a line for each visit; the line of a case's first visit in this
//                                 process also has what is measured only once
//           {"figures": {…}, "missed"}
//                                 an experiment
//           {"void": WHY}
//
// The times are Google Benchmark's. A case without tracers is the unprobed run.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "harness/bench/plan.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// One element of "cases": the case itself, or the unprobed run to which it is compared.
nlohmann::json child_case(const BenchCase& bench_case, bool probed, double seconds);

Error run_bench_child(std::istream& in, std::ostream& out);

}  // namespace retprobe::harness
