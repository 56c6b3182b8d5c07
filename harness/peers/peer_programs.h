// The scenarios way_out_* in each peer: the programs of
// harness/scenarios/ways_out/shared_programs.h, each in a process of its own with a time limit,
// compared with the same program unprobed. A peer that fails is shown, and fails nothing: it is not
// ours.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/peers/manifest.h"
#include "harness/verify/verify.h"

namespace retprobe::harness {

/// Whether the program, probed, said what it says unprobed, and what the peer counted: {"calls",
/// "entries", "exits"}, or less where it tells less.
Outcome judge_way_out(const std::string& said, const std::string& unprobed,
                      const nlohmann::json& counted);

/// Those of the scenarios that peers run which match one of `globs`; Error where none does.
Result<std::vector<std::string>> select_ways_out(const std::vector<std::string>& globs);

/// Runs these in each variant that a peer has verified. The cells: design "peer:NAME", its variant
/// in the place of a return transfer, one tracer; register sets are not for peers. Error where a
/// way out does not even run unprobed.
Result<std::vector<CellResult>> verify_peers(const std::vector<PeerManifest>& peers,
                                             const std::vector<std::string>& ways_out,
                                             const VerifyProgress& progress);

/// Whether it is a peer's, and not one of ours.
bool is_peers(const CellResult& result);

}  // namespace retprobe::harness
