// Whether a file is a result that report.h can show. It may come from anywhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace retprobe::harness {

/// Empty when everything that is read from a result later is there and of the right type; else what
/// is wrong, in one line.
std::string why_no_result(const nlohmann::ordered_json& file);

}  // namespace retprobe::harness
