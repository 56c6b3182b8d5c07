// Prints what the experiments found.
#pragma once

#include <string>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// A table for each experiment of the file, with one column for each candidate; "" where the file
/// has no experiment.
std::string experiments_text(const ResultView& view);

}  // namespace retprobe::harness
