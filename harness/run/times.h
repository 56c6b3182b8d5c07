// What a run with Mode::time says of durations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/run/launch.h"

namespace retprobe::run {

/// "35.1 ms"; "1,234 ticks" where the clock's rate is not known.
std::string time_text(const Launched& launched, std::uint64_t ticks);
/// What stands above the table.
std::string time_heading(const Launched& launched);
/// The two columns: total and self. A total of which calls have no end is "≥ 35.1 ms".
std::vector<std::string> time_cells(const Launched& launched, const FunctionCounts& counts,
                                    std::uint64_t self_of_all);
/// What timing costs, and how much of the times it is.
/// `all`: the sum of all functions.
std::string time_notes(const Launched& launched, const FunctionCounts& all);
/// Of each function that was to have a histogram. `functions`: of all processes.
std::string histogram_text(const LaunchPlan& plan, const Launched& launched,
                           const std::vector<FunctionCounts>& functions);

}  // namespace retprobe::run
