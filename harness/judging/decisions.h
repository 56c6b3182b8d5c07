// Decides which design answers which need best, from the rows of a result file.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// Two designs tie where their intervals overlap or their medians differ by less than this share.
inline constexpr double tie = 0.05;

struct Answer {
  ResultView::Candidate candidate;
  std::string row;  // its name in the result file
  double value, low, high;
};

/// A design that has no number for a need, and why.
struct LeftOut {
  std::string design, why;
};

struct Decision {
  std::size_t number;  // in the table of needs
  std::string need;
  std::string workload, registers;  // of the rows that decide, together with `tracers`
  unsigned tracers;
  std::string unit;                 // "ns" or "B"
  std::vector<std::string> chosen;  // the best candidate of each design that ties with the best
  std::vector<Answer> answers;      // all candidates, the best first
  std::optional<Answer> next;       // the best candidate of the designs that are not chosen
  std::vector<LeftOut> left_out;

  /// Whether it is one of the needs that most people have.
  bool is_common() const;
};

/// Decides only needs for which at least two candidates were measured.
std::vector<Decision> decide(const ResultView& view);

/// The design that is best, or level with it, for the most of the common needs: "counted_shadow:
/// best, or level with the best, for 5 of 6 needs". Empty where none of them was decided.
std::string overall(const std::vector<Decision>& decisions);

nlohmann::ordered_json decision_json(const ResultView& view);

}  // namespace retprobe::harness
