// What people read: the comparison of the candidates, from a result file alone.
#pragma once

#include <string>
#include <vector>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// The comparison table with its notes.
std::string comparison_text(const ResultView& view);
/// The workloads that the comparison does not show, one line each with every candidate.
std::string details_text(const ResultView& view);

/// What the processor counted per call, where the run was asked to (`bench --perf`); empty
/// elsewhere (events_report.cc).
std::string events_text(const ResultView& view);

/// Rows of `after` that cost more than in `before`: their interval lies above the other, and the
/// median by more than `factor`.
std::vector<std::string> regressions(const ResultView& before, const ResultView& after,
                                     double factor);

}  // namespace retprobe::harness
