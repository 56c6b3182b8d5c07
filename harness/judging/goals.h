// The goals of the hot path, held against a result file: what was to be reached, what was measured,
// met or not. From the file alone, so that an old one can be asked again.
//
// A cell's value is a ratio of medians over fresh processes, with an interval of 95 %. Where both
// of its sides come from the same processes they are compared in pairs, else by a bootstrap
// (ratio.h). A goal is met when the whole interval keeps the limit, not met when none of it does,
// and undecided when the limit lies within it: more processes, or a quieter machine, would tell.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/result_view.h"
#include "harness/results/statistics.h"

namespace retprobe::harness {

/// Fewer fresh processes than this decide nothing.
inline constexpr std::size_t goal_processes = 9;

enum class GoalState { met, not_met, undecided, shown, too_few, not_measured };
std::string to_string(GoalState state);

/// One goal of one candidate.
struct GoalCell {
  std::string candidate;               // "counted_shadow/paired"
  GoalState state;                     // shown: there is no limit; too_few: processes
  std::optional<Spread> value;         // none where it was not measured
  std::string note = {};               // why not, and what would measure it
  std::vector<std::string> rows = {};  // of the file, that it is made of
};

struct GoalRow {
  std::string goal;
  std::string limit;  // "≤ 1.15"; "" where the value is only shown
  std::vector<GoalCell> cells;
};

/// Every goal, with one cell for each design that has a shadow stack, in the transfer `paired`;
/// and, last, one for call_through, which no goal is set for: it is only shown, and has no value
/// where the goal is a comparison with it.
std::vector<GoalRow> evaluate_goals(const ResultView& view);

std::string goals_text(const ResultView& view, const std::vector<GoalRow>& goals);
std::string goals_markdown(const ResultView& view, const std::vector<GoalRow>& goals);
nlohmann::ordered_json goals_json(const ResultView& view, const std::vector<GoalRow>& goals);

}  // namespace retprobe::harness
