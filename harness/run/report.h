// What people and programs read of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/run/launch.h"
#include "harness/text.h"

namespace retprobe::run {

/// The table of functions, `lines` of them (0: all), and what a reader has to know about it.
std::string counts_text(const LaunchPlan& plan, const Launched& launched, std::size_t lines);
nlohmann::ordered_json counts_json(const LaunchPlan& plan, const Launched& launched);

/// Of Mode::record. The call trees of all threads of all processes, with durations. Lines are cut
/// after so many columns (0: never).
void write_graph(const LaunchPlan& plan, const Launched& launched, const CallLimits& limits,
                 std::size_t columns, const Sink& sink);
/// How much was recorded, how much was not, and what recording cost. A few lines.
std::string recorded_text(const LaunchPlan& plan, const Launched& launched);

/// The functions of all processes, those with most self time or most called first.
std::vector<FunctionCounts> by_function(const Launched& launched);
/// A function's name, with its module where `among` has functions of several.
std::string labelled(const FunctionCounts& counts, const std::vector<FunctionCounts>& among);

using harness::grouped;
/// UTF-8: what is not is written as "\xe9".
std::string escaped(const std::string& text);
std::vector<std::string> escaped(std::vector<std::string> texts);
/// "exit status 3", "killed by SIGSEGV". `status`: as waitpid says it.
std::string how_it_ended(int status);
/// {"exit_status": 3} or {"signal": 11}
nlohmann::ordered_json status_json(int status);
/// Why no function was probed, where none was, and what to do.
std::string why_none_was_probed(const LaunchPlan& plan, const Launched& launched);

}  // namespace retprobe::run
