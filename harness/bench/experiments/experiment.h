// Measurements that are no loop of calls: how long one attach takes, how long a single hit may take
// at worst. Each times what it is compared with in the same process, round by round, and brings
// both back as named figures; a ratio of the two is left to who reads.
//
// They are chosen as workloads are (`retprobe bench --workload latency`), and run in the processes
// of a session like those.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// "hit_p99_ns": what, of its distribution which, and the unit.
struct Figure {
  std::string name;
  double value;
};

struct Findings {
  std::vector<Figure> figures;
  std::uint64_t missed =
      0;  // calls that the tracers should have seen: what was measured is void then
};

struct Experiment {
  std::string_view name, what;
  Result<Findings> (*run)(const Cell& cell);  // cold; the process is configured for the cell
};

/// In the order in which tables show them.
std::span<const Experiment> experiments();
const Experiment* find_experiment(std::string_view name);

// One per source file.
Result<Findings> measure_attach_one(const Cell& cell);
Result<Findings> measure_attach_many(const Cell& cell);
Result<Findings> measure_latency(const Cell& cell);

}  // namespace retprobe::harness
