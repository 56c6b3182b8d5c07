// Starting a peer's program, with the tool that probes it from outside where there is one. Internal
// to the peers' library. Cold.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/peers/manifest.h"
#include "harness/session/process.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// A folder that goes away with everything in it.
class Scratch {
 public:
  Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();
  /// Empty where none could be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct ToolRun {
  nlohmann::json result;  // the program's last line with a "name"; null: none came
  ProcessEnd end;
  std::string failed;  // what the tool's count failed with
};

/// The program under the variant's `command`, with these words. Where the peer counts from outside,
/// result["counted"] is made of that, with `calls` (or result["calls"]) beside it.
Result<ToolRun> run_tool(const PeerManifest& peer, const PeerVariant& variant,
                         const std::vector<std::string>& command,
                         const std::vector<std::string>& words, const std::string& functions,
                         double seconds);

}  // namespace retprobe::harness
