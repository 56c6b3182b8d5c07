// What is left of the differences between candidates when handlers do what tracers' handlers do.
#pragma once

#include <string>

#include "harness/results/result_view.h"

namespace retprobe::harness {

/// leaf and fib with one tracer whose handlers do nothing, count and record, of every candidate and
/// peer that has such rows. "" where the result has no row with handlers that do something.
std::string handlers_text(const ResultView& view);

}  // namespace retprobe::harness
