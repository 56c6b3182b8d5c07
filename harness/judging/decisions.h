// Decides which design answers which need best, from the rows of a result file.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/result_view.h"

namespace retprobe::harness {

struct Answer {
  ResultView::Candidate candidate;
  std::string row;  // its name in the result file
  double value, low, high;
};

struct Decision {
  std::size_t number;  // in the table of needs; the decision about the floor comes after them
  std::string need;
  std::string note;                 // "call_through is no cheaper", where this is so
  std::string workload, registers;  // of the rows that decide, together with `tracers`
  unsigned tracers;
  std::string unit;                 // "ns" or "B"
  std::vector<std::string> chosen;  // the best, and all that this result cannot distinguish from it
  std::vector<Answer> answers;      // the best first
  std::optional<Answer> next;       // the best of those that are worse than `chosen`
};

/// Decides only needs for which at least two candidates were measured. The last decision is about
/// the floor: what it costs not to use it.
std::vector<Decision> decide(const ResultView& view);

nlohmann::ordered_json decision_json(const ResultView& view);

}  // namespace retprobe::harness
