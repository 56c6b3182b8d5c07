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

#include "harness/bench/sample.h"
#include "harness/selection.h"

namespace retprobe::harness {

struct Experiment {
  std::string_view name, what;
  // Cold; the process is configured for the cell. Throws Failure.
  Sample (*run)(const Cell& cell);
};

/// The experiments in the order of the tables.
std::span<const Experiment> experiments();
const Experiment* find_experiment(std::string_view name);

// One function for each source file.
Sample measure_attach_one(const Cell& cell);
Sample measure_attach_many(const Cell& cell);
Sample measure_latency(const Cell& cell);

}  // namespace retprobe::harness
