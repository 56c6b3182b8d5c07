// What people and programs read of a run.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/run/launch.h"

namespace retprobe::run {

/// The table of functions, `lines` of them (0: all), and what a reader has to know about it.
std::string counts_text(const LaunchPlan& plan, const Launched& launched, std::size_t lines);
nlohmann::ordered_json counts_json(const LaunchPlan& plan, const Launched& launched);

}  // namespace retprobe::run
