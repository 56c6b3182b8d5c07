// What experiments found, as people read it.
#pragma once

#include <string>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// A table for each experiment of the file, one column for each candidate; "" where there is none.
std::string experiments_text(const ResultView& view);

}  // namespace retprobe::harness
