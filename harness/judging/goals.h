// Judges the goals of the hot path from a result file: the limit, the measured value, and whether
// the goal is met. Nothing but the file is used, so an old file can be judged again.
//
// A value is a ratio of medians over fresh processes, with an interval of 95 %. Where both sides
// come from the same processes, they are compared in pairs; otherwise by a bootstrap (ratio.h). A
// goal is met when the whole interval keeps the limit, and not met when no part of it does. It is
// undecided when the limit lies inside the interval: more processes, or a quieter machine, would
// decide it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/results/result_view.h"
#include "harness/results/statistics.h"

namespace retprobe::harness {

/// With fewer fresh processes than this, no goal is decided.
inline constexpr std::size_t goal_processes = 9;

enum class GoalState { met, not_met, undecided, shown, too_few, not_measured };
std::string to_string(GoalState state);

/// One goal of one candidate.
struct GoalCell {
  std::string candidate;               // "counted_shadow/paired"
  GoalState state;                     // shown: no limit is set; too_few: too few processes
  std::optional<Spread> value;         // none where it was not measured
  std::string note = {};               // why there is no value, and what would measure it
  std::vector<std::string> rows = {};  // the rows of the file that the value comes from
};

struct GoalRow {
  std::string goal;
  std::string limit;    // "≤ 1.15"; "" where the value is only shown
  std::string against;  // what it is compared with: Goal::other
  std::vector<GoalCell> cells;
};

/// Every goal, with one cell for each design that has a shadow stack, in the transfer `paired`. The
/// last cell is call_through's. Its value is only shown, but where the goal is set for it. It has
/// no value where the goal compares with it.
std::vector<GoalRow> evaluate_goals(const ResultView& view);

}  // namespace retprobe::harness
