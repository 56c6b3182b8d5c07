// Runs the scenarios way_out_* in each peer. The programs are those of
// harness/scenarios/ways_out/shared_programs.h. Each runs in a process of its own with a time
// limit, and is compared with the same program unprobed. A peer's failure is shown, but does not
// fail the run: peers are not our code.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/peers/manifest.h"
#include "harness/verify/verify.h"

namespace retprobe::harness {

/// Judges whether the probed program printed what it prints unprobed, and whether the peer counted
/// right. `counted` is {"calls", "entries", "exits"}, or less where the peer counts less.
Outcome judge_way_out(const std::string& said, const std::string& unprobed,
                      const nlohmann::json& counted);

/// The scenarios for peers that match one of `globs`. Error where none does.
Result<std::vector<std::string>> select_ways_out(const std::vector<std::string>& globs);

/// Runs these in each variant that a peer's manifest names for verification. A cell's design is
/// "peer:NAME", its return transfer is the variant, and it has one tracer. Register sets do not
/// apply to peers. Error where a way out fails even unprobed.
Result<std::vector<CellResult>> verify_peers(const std::vector<PeerManifest>& peers,
                                             const std::vector<std::string>& ways_out,
                                             const VerifyProgress& progress);

/// Whether the result belongs to a peer.
bool is_peers(const CellResult& result);

}  // namespace retprobe::harness
