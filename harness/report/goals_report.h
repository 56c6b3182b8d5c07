// The table of goals, as text, as Markdown and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/judging/goals.h"

namespace retprobe::harness {

/// `goals`: those of `view` (evaluate_goals).
std::string goals_text(const ResultView& view, const std::vector<GoalRow>& goals);
std::string goals_markdown(const ResultView& view, const std::vector<GoalRow>& goals);
nlohmann::ordered_json goals_json(const ResultView& view, const std::vector<GoalRow>& goals);

}  // namespace retprobe::harness
