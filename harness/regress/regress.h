// Finds out whether a later result is worse than an earlier one. Times are compared with rank tests
// over fresh processes; memory and missed calls are compared exactly.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "harness/regress/rank_tests.h"
#include "harness/regress/samples.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct RegressOptions {
  Selection selection = {};
  double alpha = 0.05;           // level for the corrected p
  double threshold_percent = 5;  // docs/regress.md gives the reason
  double confidence = 0.95;      // of the intervals
};

enum class Change { slower, faster, alike, too_few };
constexpr const char* to_string(Change change) {
  constexpr std::array names = {"slower", "faster", "alike", "too few processes"};
  return names.at(static_cast<std::size_t>(change));
}

/// The times of one row in both files.
struct TimeChange {
  const RowSamples* row = nullptr;  // the row of BASE
  const char* figure = "";          // "added_ns", or "ns_per_call" of an unprobed run
  std::size_t base_samples = 0, new_samples = 0;
  double base_median = 0, new_median = 0;
  double percent_of = 0;  // ns that are 100 %
  RankTest test = {};
  double p_slower = 1, p_faster = 1;  // corrected
  Shift shift = {};                   // ns
  Change change = Change::alike;

  double percent(double ns) const { return ns / percent_of * 100; }
  /// The change is significant, in either direction, whatever its size.
  bool significant(double alpha) const { return p_slower < alpha || p_faster < alpha; }
};

/// A change of memory. It belongs to a cell (and variant), and is the same for every workload.
struct CounterChange {
  std::string cell, counter;
  double base, now;
  bool rise() const { return now > base; }
};

/// A row that lacks times in one of the files.
struct NotCompared {
  enum class State { only_base, only_new, lost, gained, void_in_both, no_samples };
  const RowSamples* row;
  State state;
  std::string why;
};
constexpr const char* to_string(NotCompared::State state) {
  constexpr std::array names = {"only_base", "only_new",     "lost",
                                "gained",    "void_in_both", "no_samples"};
  return names.at(static_cast<std::size_t>(state));
}

/// A difference between the contexts of the two files. Of `mitigations`, only what differs.
struct ContextDifference {
  enum class Of { machine, method, other };
  std::string what, base, now;
  Of of = Of::other;
};

struct Regress {
  RegressOptions options;
  ResultSamples base, now;  // the other members point into these
  std::vector<TimeChange> times;
  std::vector<TimeChange> controls;  // the unprobed runs, which run none of our code
  std::vector<CounterChange> counters;
  std::vector<NotCompared> not_compared;
  std::vector<ContextDifference> differences;
  /// How many rows have to become slower together before the correction lets any of them pass. 1:
  /// each row is found alone.
  std::size_t found_together = 1;

  Regress(RegressOptions with, ResultSamples before, ResultSamples after)
      : options(std::move(with)), base(std::move(before)), now(std::move(after)) {}
  Regress(const Regress&) = delete;  // a copy's pointers would point into the original
  Regress(Regress&&) = default;

  std::size_t count(Change change) const;
  std::size_t count(NotCompared::State state) const;
  std::size_t rises() const;
  /// A row is slower, needs more memory, or has lost its time.
  bool worse() const;
  /// "cpu_id, microcode": the fields of that kind that differ. Empty: the files are of one machine,
  /// or were measured by one method.
  std::string unlike(ContextDifference::Of of) const;
};

/// Error where nothing can be compared. The message says what to do.
Result<Regress> regress(ResultSamples base, ResultSamples now, const RegressOptions& options);

}  // namespace retprobe::harness
