// The counts of the scenarios that model how a CPU predicts returns, as a part of verify's output.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/verify/verify.h"

namespace retprobe::harness {

/// The counts as a table; empty when no such scenario ran.
std::string predictor_text(const std::vector<CellResult>& results);
/// One row for each cell and shape of calls.
nlohmann::ordered_json predictor_json(const std::vector<CellResult>& results);

}  // namespace retprobe::harness
