// The ways out of a function besides `ret`, in each peer: programs of program/ways_out.cc, each in a process of its own with a time
// limit, compared with the same program unprobed. A peer that fails is shown, and fails nothing: it is not ours.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/error.h"
#include "harness/peers/manifest.h"

namespace retprobe::harness {

struct PeerVerdict {
  std::string way_out, peer, variant;
  std::string
      verdict;  // as a scenario's: pass, fail, declared (it says itself that it cannot tell), unavailable
  std::string detail;
};

/// Whether the program, probed, said what it says unprobed, and what the peer counted: {"calls", "entries", "exits"}, or less where it
/// tells less. The way out, peer and variant are left empty.
PeerVerdict judge_way_out(const std::string& said, const std::string& unprobed,
                          const nlohmann::json& counted);

Result<std::vector<PeerVerdict>> verify_peers(
    const std::vector<PeerManifest>& peers, const std::vector<std::string>& ways,
    const std::function<void(std::size_t done, std::size_t total, const std::string& what)>& progress);

/// Way out x peer, and what failed.
std::string text_of(const std::vector<PeerVerdict>& verdicts);
/// Rows like those of scenarios, to be put beside them.
nlohmann::ordered_json json_of(const std::vector<PeerVerdict>& verdicts);

}  // namespace retprobe::harness
