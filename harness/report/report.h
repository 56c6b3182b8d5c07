// What people read of a result file alone.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/judging/goals.h"
#include "harness/results/result_view.h"

namespace retprobe::harness {

/// The comparison table with its notes: the candidates with the default transfer and those that
/// failed, or `all`.
std::string comparison_text(const ResultView& view, bool all = false);
/// The workloads that the comparison does not show, one line each with every candidate.
std::string details_text(const ResultView& view);

/// leaf and fib with one tracer whose handlers do nothing, count and record, of every candidate and
/// peer that has such rows. "" where the result has no row with handlers that do something.
std::string handlers_text(const ResultView& view);
/// What the processor counted per call, where the run was asked to (`bench --perf`); "" elsewhere.
std::string events_text(const ResultView& view);
/// A table for each experiment of the file, with one column for each candidate; "" where the file
/// has no experiment.
std::string experiments_text(const ResultView& view);

enum class AnswerFormat { text, markdown };
/// "overall: …", a line for each of the needs that most people have, and what was left out. ""
/// where nothing can be decided.
std::string answer_text(const ResultView& view, AnswerFormat format = AnswerFormat::text);
/// A table of all needs, with the rows that decide. "" where nothing can be decided.
std::string decision_text(const ResultView& view);

/// The table of goals. `goals`: those of `view` (evaluate_goals).
std::string goals_text(const ResultView& view, const std::vector<GoalRow>& goals);
std::string goals_markdown(const ResultView& view, const std::vector<GoalRow>& goals);
nlohmann::ordered_json goals_json(const ResultView& view, const std::vector<GoalRow>& goals);

}  // namespace retprobe::harness
