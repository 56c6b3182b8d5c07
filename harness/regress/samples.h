// Reads the samples of a result file of `retprobe bench`: the values of each row in each fresh
// process.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// One row of the plan, with one value per process. An added time is over the unprobed run *in the
/// same process*, so the two sides are already paired.
struct RowSamples {
  std::string name, workload, design, transfer, registers;
  unsigned tracers = 0;
  std::vector<double> added_ns;     // empty: this is the row of an unprobed run
  std::vector<double> ns_per_call;  // empty: the rows of the processes are not in this file
  bool experiment = false;          // it has figures instead of times
  /// The least value of each of exact_counters over all processes. Empty for an unprobed run.
  std::map<std::string, double> least;
  std::optional<std::string> void_reason;  // why there is no time
  double missed = 0;                       // in a void row

  bool probed() const { return design != "unprobed"; }
  bool peer() const { return design.starts_with("peer:"); }
  /// What memory depends on: the cell and the variant. Memory is measured on the same function for
  /// every workload.
  std::string memory_key() const;
};

struct ResultSamples {
  std::string file;
  nlohmann::ordered_json context;
  std::vector<RowSamples> rows;  // in the order of the file

  const RowSamples* row(const std::string& name) const;
};

/// Memory: integers that are measured without a clock. Other activity in a process (another part of
/// it touches a page at the same moment) can only add to them. The least value of all processes is
/// therefore the figure.
inline constexpr const char* exact_counters[] = {"bytes_per_frame", "stack_bytes_per_frame",
                                                 "bytes_per_thread"};

/// Error (naming `name`) where this is not a result file, or where a row of a process is
/// incomplete.
Result<ResultSamples> samples_of(const nlohmann::ordered_json& file, const std::string& name);

}  // namespace retprobe::harness
