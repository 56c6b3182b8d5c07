// Finds out whether a later result of `retprobe kernel` is worse than an earlier one. Its figures
// are exact counts, so that any rise is a regression, of Linux as of retprobe's designs.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/regress/page.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// A row of a mechanism or of a design.
struct CountedRow {
  std::string name;
  std::optional<std::string> why;  // why it has no figures
  bool walked = false;             // it has figures beside added_instructions
  double slack = 0;                // added instructions that differ from boot to boot
  std::vector<std::pair<std::string, double>> figures = {};
};

struct KernelCounts {
  std::string file, handlers;
  std::map<std::string, std::string> releases = {};  // by the kernel's name; without absent ones
  std::vector<CountedRow> rows = {};

  const CountedRow* row(const std::string& name) const;
};

/// Whether a document is of `retprobe kernel`.
bool is_of_kernels(const nlohmann::ordered_json& file);
/// Error (naming `name`) where the document lacks something.
Result<KernelCounts> counts_of(const nlohmann::ordered_json& file, const std::string& name);

struct CountChange {
  std::string row, figure;
  double base, now;
  double slack = 0;  // a difference that is no change
  bool rise() const { return now > base + slack; }
  bool fall() const { return now < base - slack; }
};

/// A row that lacks figures in one of the files. Its state is any but no_samples.
struct NotCounted {
  std::string row;
  NotCompared::State state;
  std::string why = {};
};

struct KernelRegress {
  KernelCounts base, now;
  std::vector<CountChange> counts = {};
  std::vector<NotCounted> not_compared = {};
  std::vector<ContextDifference> differences = {};

  std::size_t rises() const;
  std::size_t falls() const;
  std::size_t lost() const;
  /// A count has risen, or a row has lost its figures.
  bool worse() const { return rises() || lost(); }
};

/// Error where the files have no row with figures in common.
Result<KernelRegress> regress_kernels(KernelCounts base, KernelCounts now);

/// With `all`: every count, and not only those that are another one.
Page page_of(const KernelRegress& made, bool all);
/// The whole comparison as JSON (results/schema.json, linux_regressions_file).
nlohmann::ordered_json kernel_regress_json(const KernelRegress& made);

}  // namespace retprobe::harness
