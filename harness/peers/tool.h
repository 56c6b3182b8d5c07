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

/// A temporary folder, which is removed with its contents.
class Scratch {
 public:
  Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();
  /// Empty where the folder could not be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct ToolRun {
  nlohmann::json result;  // the program's last line with a "name"; null: there was none
  ProcessEnd end;
  std::string failed;  // the error of the tool's count
};

/// Runs the program with these words under the variant's `command`. Where the peer counts from
/// outside, its count becomes result["counted"], together with `calls` (or result["calls"]).
Result<ToolRun> run_tool(const PeerManifest& peer, const PeerVariant& variant,
                         const std::vector<std::string>& command,
                         const std::vector<std::string>& words, const std::string& functions,
                         double seconds);

}  // namespace retprobe::harness
