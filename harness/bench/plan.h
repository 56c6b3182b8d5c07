// The plan of a benchmark run: its cases, from the tables of designs, transfers, register sets,
// workloads and variants. Cases for which a process is configured alike are one group.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/variants/variant.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct BenchCase {
  std::string workload;
  Variant variant;
  Cell cell;
  std::string cannot;  // why it cannot be run; empty when it can
};
/// "leaf+data64/counted_shadow/paired/scalar/1"
std::string name_of(const BenchCase& bench_case);
/// "leaf/unprobed/-/-/0": the unprobed run to which the case's time is compared.
std::string unprobed_name_of(const BenchCase& bench_case);

/// The cases of one design and transfer. One process runs them all, but for the experiments.
struct BenchGroup {
  std::string design, transfer;
  std::vector<BenchCase> cases;
};

/// The selected workloads, variants and experiments. Error where a glob or a name selects nothing.
/// `quick` keeps only those of the comparison table.
Result<std::vector<WorkloadVariant>> select_workloads(const Selection& selection, bool quick);

/// The selected cases. A dimension without a selection has a default for the usual questions: every
/// workload with one tracer and the scalar set; leaf with 1 to 256 tracers, and variants; the other
/// register sets on leaf and fib; leaf and fib with handlers that count and that record, in
/// `paired` and the floors; the real programs in every transfer but `trap`. `quick` keeps
/// only the cases of the comparison table.
Result<std::vector<BenchGroup>> plan_benchmarks(const Selection& selection, bool quick);

}  // namespace retprobe::harness
