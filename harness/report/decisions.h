// The decision table: which design answers which need.
#pragma once

#include <string>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// Need → design, each with the rows that say so.
std::string decision_text(const ResultView& view);

}  // namespace retprobe::harness
