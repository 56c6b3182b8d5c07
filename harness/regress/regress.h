// Whether a later result is worse than an earlier one: times by rank tests over their fresh
// processes, memory and missed calls exactly.
#pragma once

#include <string>
#include <vector>

#include "harness/regress/rank_tests.h"
#include "harness/regress/samples.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct RegressOptions {
  Selection selection = {};
  double alpha = 0.05;           // of the corrected p
  double threshold_percent = 5;  // docs/regress.md says why
  double confidence = 0.95;      // of the intervals
};

enum class Change { slower, faster, alike, too_few };
constexpr const char* to_string(Change change) {
  switch (change) {
    case Change::slower:
      return "slower";
    case Change::faster:
      return "faster";
    case Change::alike:
      return "alike";
    case Change::too_few:
      return "too few processes";
  }
  return "";
}

/// The times of one row in both files.
struct TimeChange {
  const RowSamples* row = nullptr;  // BASE's
  const char* figure = "";          // "added_ns", or "ns_per_call" of an unprobed run
  std::size_t base_samples = 0, new_samples = 0;
  double base_median = 0, new_median = 0;
  double percent_of = 0;  // ns that the percentages are of
  RankTest test = {};
  double p_slower = 1, p_faster = 1;  // corrected
  Shift shift = {};                   // ns
  Change change = Change::alike;

  double percent(double ns) const { return ns / percent_of * 100; }
  /// Told from noise, in either direction, whatever its size.
  bool significant(double alpha) const { return p_slower < alpha || p_faster < alpha; }
};

/// Memory that is another one: of a cell (and variant), the same for every workload.
struct CounterChange {
  std::string cell, counter;
  double base, now;
  bool rise() const { return now > base; }
};

/// A row without a pair of times to compare.
struct NotCompared {
  enum class State { only_base, only_new, lost, gained, void_in_both, no_samples };
  const RowSamples* row;
  State state;
  std::string why;
};
constexpr const char* to_string(NotCompared::State state) {
  switch (state) {
    case NotCompared::State::only_base:
      return "only_base";
    case NotCompared::State::only_new:
      return "only_new";
    case NotCompared::State::lost:
      return "lost";
    case NotCompared::State::gained:
      return "gained";
    case NotCompared::State::void_in_both:
      return "void_in_both";
    case NotCompared::State::no_samples:
      return "no_samples";
  }
  return "";
}

/// What the two files say of where they were made, and say differently.
struct ContextDifference {
  std::string what, base, now;
};

struct Regress {
  RegressOptions options;
  ResultSamples base, now;  // what the pointers point into
  std::vector<TimeChange> times;
  std::vector<TimeChange> controls;  // the unprobed runs: nothing of ours runs in them
  std::vector<CounterChange> counters;
  std::vector<NotCompared> not_compared;
  std::vector<ContextDifference> differences;
  /// How many rows have to have become slower together for the correction to let any of them pass;
  /// 1: each is found alone.
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
};

/// Error where there is nothing that could be compared, with what to do.
Result<Regress> regress(ResultSamples base, ResultSamples now, const RegressOptions& options);

}  // namespace retprobe::harness
