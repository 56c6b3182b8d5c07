// Prints a comparison of two results as text, as Markdown for a pull request, and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/regress/regress.h"

namespace retprobe::harness {

/// Rows that changed, the worst first, then the rows that were left out, and the verdict. With
/// `all`: every row.
std::string regress_text(const Regress& made, bool all);
std::string regress_markdown(const Regress& made, bool all);
/// The whole comparison as JSON (results/schema.json, regressions_file).
nlohmann::ordered_json regress_json(const Regress& made);

}  // namespace retprobe::harness
