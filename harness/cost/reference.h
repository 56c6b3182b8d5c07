// Writes costs as documents, and compares costs with the accepted ones. This is the gate.
//
// A reference is two files, for one compiler and kind of build. NAME.json has the figures. NAME.s
// has the instructions that they come from, so that a review shows how the hot path changed. Cells
// that depend on the CPU are compared only on a CPU of the same kind.
//
// Cold.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/cost/cost.h"

namespace retprobe::harness {

/// {"instructions": N, "loads": N, …}
nlohmann::ordered_json tally_json(const Tally& tally);
/// {name, design, transfer, registers, tracers, entry: {…}, exit: {…}, unbalanced_returns,
/// stack_bytes, callers12_mispredicted}
nlohmann::ordered_json row_json(const HitCost& cost);
/// The document {"cost": context, "rows": […]}. A row is that of row_json with functions: {…}. Each
/// row is one line, so that a change of one row changes one line.
std::string cost_json(const CostContext& context, const std::vector<HitCost>& costs);
/// The instructions of every function that was walked, each once, without the hooks of the register
/// sets vector and full, which are nearly those of scalar.
std::string cost_listing(const CodeBook& book);

struct CostComparison {
  std::vector<std::string> risen;   // a line each; one is enough to fail the gate
  std::vector<std::string> fallen;  // to be accepted, or a later loss would go unnoticed
  std::vector<std::string> gone;    // selected rows of the reference that are missing
  std::size_t compared = 0, of_another_cpu = 0, unknown = 0;  // rows; unknown: not in the reference
  // How the instructions of the functions that rose have changed; "" when none rose.
  std::string differences;
};
/// Error (Code::not_found) when the folder has no reference for this compiler.
Result<CostComparison> compare_costs(const std::string& folder, const CostContext& context,
                                     const std::vector<HitCost>& costs, const CodeBook& book,
                                     const Selection& selection);
/// The path of a reference's .json file.
std::string reference_path(const std::string& folder, const CostContext& context);
std::string listing_path(const std::string& folder, const CostContext& context);

}  // namespace retprobe::harness
