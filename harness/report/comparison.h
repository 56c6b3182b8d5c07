// The comparison of the candidates as text, from a result file alone.
#pragma once

#include <string>
#include <vector>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// The comparison table and its notes.
std::string comparison_text(const ResultView& view);
/// The workloads that the comparison leaves out: one line each, with every candidate.
std::string details_text(const ResultView& view);

/// What the processor counted per call (events_report.cc). Empty where the run did not count
/// (`bench --perf`).
std::string events_text(const ResultView& view);

/// Rows that cost more in `after` than in `before`: the intervals do not overlap, and the median
/// rose by more than `factor`.
std::vector<std::string> regressions(const ResultView& before, const ResultView& after,
                                     double factor);

}  // namespace retprobe::harness
