// Measurements other than a loop of calls: how long one attach takes, and how long a single hit
// takes at worst. Each also times its reference in the same process, round by round, and reports
// both as named figures. It computes no ratio of the two.
//
// Experiments are selected like workloads (`retprobe bench --workload latency`), and run in the
// same processes of a session.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// For example "hit_p99_ns": the quantity, the point of its distribution, and the unit.
struct Figure {
  std::string name;
  double value;
};

struct Findings {
  std::vector<Figure> figures;
  // Calls that the tracers should have seen. Any such call makes the measurement void.
  std::uint64_t missed = 0;
};

struct Experiment {
  std::string_view name, what;
  Result<Findings> (*run)(const Cell& cell);  // cold; the process is configured for the cell
};

/// The experiments in the order of the tables.
std::span<const Experiment> experiments();
const Experiment* find_experiment(std::string_view name);

// One function for each source file.
Result<Findings> measure_attach_one(const Cell& cell);
Result<Findings> measure_attach_many(const Cell& cell);
Result<Findings> measure_latency(const Cell& cell);

}  // namespace retprobe::harness
