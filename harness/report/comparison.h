// What people read: the comparison of the candidates, from a result file alone.
#pragma once

#include <string>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// The comparison table with its notes: the candidates with the default transfer and those that
/// failed, or `all`.
std::string comparison_text(const ResultView& view, bool all = false);
/// The workloads that the comparison does not show, one line each with every candidate.
std::string details_text(const ResultView& view);

/// What the processor counted per call, where the run was asked to (`bench --perf`); empty
/// elsewhere (events_report.cc).
std::string events_text(const ResultView& view);

}  // namespace retprobe::harness
