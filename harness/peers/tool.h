// Starts a peer's program, with the tool that probes it from outside where there is one. Internal
// to the peers' library. Cold.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/peers/manifest.h"
#include "harness/session/process.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct ToolRun {
  nlohmann::json result;  // the program's last line with a "name"; null: there was none
  ProcessEnd end;
  std::string failed;  // the error of the tool's count
};

/// Runs the program with these words under the variant's `command`. Where the peer counts from
/// outside, its count becomes result["counted"], together with `calls` (or result["calls"]). Throws
/// Failure.
ToolRun run_tool(const PeerManifest& peer, const PeerVariant& variant,
                 const std::vector<std::string>& command, const std::vector<std::string>& words,
                 const std::string& functions, double seconds);

}  // namespace retprobe::harness
