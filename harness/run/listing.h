// Which functions of a program can be probed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/run/launch.h"

namespace retprobe::run {

/// Of Mode::list: the functions by module, each as --functions takes it; or those that must not be
/// probed, with the reason.
std::string list_text(const LaunchPlan& plan, const Launched& launched, bool refused);
nlohmann::ordered_json list_json(const LaunchPlan& plan, const Launched& launched);

}  // namespace retprobe::run
