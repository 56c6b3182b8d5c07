// Adds the peers' rows to a result file, and prints them as a table. A row is like those of
// harness/session/result_file.h, with the peer as its design ("peer:xray") and the peer's variant
// as its return transfer. The context gets a member "peers".
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/peers/peer_session.h"
#include "harness/results/result_view.h"

namespace retprobe::harness {

void add_peer_results(nlohmann::ordered_json& file, const PeerSession& session);

/// "" where the result has no peers.
std::string peers_text(const ResultView& view);

}  // namespace retprobe::harness
