// The peers' rows of a result file, and the table that is made of them. Rows are those of
// harness/session/result_file.h with a peer in the place of a design ("peer:xray") and its variant
// in that of a return transfer; "context" has "peers".
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
