// The decisions: which design answers which need, as the rows of a result file say.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/result_view.h"

namespace retprobe::harness {

struct Answer {
  ResultView::Candidate candidate;
  std::string row;  // its name
  double value, low, high;
};

struct Decision {
  std::size_t number;  // in the table of needs; the floor comes behind them
  std::string need;
  std::string note;                 // "call_through is no cheaper", where that is so
  std::string workload, registers;  // of the rows that decide, with `tracers`
  unsigned tracers;
  std::string unit;                 // "ns" or "B"
  std::vector<std::string> chosen;  // the best, and all that this result cannot tell from it
  std::vector<Answer> answers;      // the best first
  std::optional<Answer> next;       // the best of those that are worse
};

/// Only of needs for which at least two candidates were measured. The last one is about the floor:
/// what is lost by not taking it.
std::vector<Decision> decide(const ResultView& view);

std::string decision_text(const ResultView& view);
nlohmann::ordered_json decision_json(const ResultView& view);

}  // namespace retprobe::harness
