// Costs as documents, and held against those that were accepted before: the gate.
//
// A reference is two files, for one compiler and kind of build: NAME.json has the figures, NAME.s
// the instructions that they come from, so that a change of the hot path shows in review as what it
// is. Cells that depend on the CPU are compared on such a CPU only.
//
// Cold.
#pragma once

#include <string>
#include <vector>

#include "harness/cost/cost.h"

namespace retprobe::harness {

/// {"cost": context, "rows": [{name, design, transfer, registers, tracers, entry: {…}, exit: {…},
/// unbalanced_returns, functions: {…}}]} A row a line, so that a change of one is a change of one
/// line.
std::string cost_json(const CostContext& context, const std::vector<HitCost>& costs);
/// The instructions of every function that was walked through, each once.
std::string cost_listing(const CodeBook& book);

struct CostComparison {
  std::vector<std::string> risen;   // a line each; any makes the gate fail
  std::vector<std::string> fallen;  // to be accepted, or the gain is lost again unnoticed
  std::vector<std::string> gone;    // rows of the reference that were selected and are not there
  std::size_t compared = 0, of_another_cpu = 0, unknown = 0;  // rows; unknown: not in the reference
  std::string differences;  // of the instructions of functions that rose, "" where there are none
};
/// Error (Code::not_found) when the folder has no reference for this compiler.
Result<CostComparison> compare_costs(const std::string& folder, const CostContext& context,
                                     const std::vector<HitCost>& costs, const CodeBook& book,
                                     const Selection& selection);
/// Where a reference lies: the .json.
std::string reference_path(const std::string& folder, const CostContext& context);
std::string listing_path(const std::string& folder, const CostContext& context);

}  // namespace retprobe::harness
