// The samples in a result file of `retprobe bench`: what each fresh process says of each row.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// One row of the plan. One value per process: its time over the unprobed run *in the same
/// process*, so what pairs up is paired already.
struct RowSamples {
  std::string name, workload, design, transfer, registers;
  unsigned tracers = 0;
  std::vector<double> added_ns;     // empty: the unprobed run's own row
  std::vector<double> ns_per_call;  // empty: the processes' rows are not in this file
  /// Of exact_counters: the least that a process says. Empty for the unprobed run.
  std::map<std::string, double> least;
  std::optional<std::string> void_reason;  // there is no time, and why
  double missed = 0;                       // of a void row

  bool probed() const { return design != "unprobed"; }
  /// What memory depends on, which is measured on the same function whatever the workload: the
  /// cell, and the variant.
  std::string memory_key() const;
};

struct ResultSamples {
  std::string file;
  nlohmann::ordered_json context;
  std::vector<RowSamples> rows;  // in the order of the file

  const RowSamples* row(const std::string& name) const;
};

/// Memory: integers that no clock is read for. What else happens in a process (a page that another
/// part of it touches in the same moment) only ever adds to them, so that the least of all
/// processes is the figure.
inline constexpr const char* exact_counters[] = {"bytes_per_frame", "stack_bytes_per_frame",
                                                 "bytes_per_thread"};

/// Error (naming `name`) where this is no result file, or a process's row in it is not whole.
Result<ResultSamples> samples_of(const nlohmann::ordered_json& file, const std::string& name);

}  // namespace retprobe::harness
