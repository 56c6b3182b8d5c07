// A comparison of two results for people, for a pull request's comment, and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/regress/regress.h"

namespace retprobe::harness {

/// Rows that changed, worst first, then what was left out and the verdict; with `all`, every row.
std::string regress_text(const Regress& made, bool all);
std::string regress_markdown(const Regress& made, bool all);
/// Everything (results/schema.json, regressions_file).
nlohmann::ordered_json regress_json(const Regress& made);

}  // namespace retprobe::harness
