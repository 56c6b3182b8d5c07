// Checks that a file is a result file that the reports can show. The file may come from anywhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace retprobe::harness {

/// Empty when everything that is read from a result later is present and has the right type; else
/// one line that says what is wrong.
std::string why_no_result(const nlohmann::ordered_json& file);

}  // namespace retprobe::harness
