// The table of decisions (decide), as text.
#pragma once

#include <string>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// "" where nothing can be decided.
std::string decision_text(const ResultView& view);

}  // namespace retprobe::harness
