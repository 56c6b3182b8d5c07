// What a peer says of itself: peers/NAME/manifest.json in the build folder, a copy of
// harness/peers/NAME/manifest.json beside the programs that were built for it. Cold.
//
//     {"what": …, "kind": …,
//      "needs":    [{"program" or "file": …, "package": …}…],   what a machine must have, and what
//      brings it; files may be globs "variants": [{"name": …, "what": …,
//                    "program": "xray",              the file that runs the workloads, in the
//                    peer's folder "unprobed": "../plain/gcc",     the program of the run it is
//                    compared with; left out: the same one "command": ["tool", …],         what
//                    starts the program, where a tool does; the program and its words follow
//                    "counting": ["tool", …],        the same in a process of its own that only
//                    counts, where the timed one cannot "experiments": {"NAME": FILE}}…],
//                    measurements that are no loop of calls, and the program that makes each
//      "verify":   ["noop"],
//      "start_seconds": 60,                            left out: 0; how much longer than others its
//      tool may take to start the program "cannot":   {"WORKLOAD glob": why…}}
//
// In a command {peer} is the peer's folder, {scratch} a fresh folder, {functions} the glob of what
// is to be probed. A peer that counts from outside has a script `count`: after a process that a
// command started, {peer}/count SCRATCH GLOB prints how many entries and exits the tool saw, or
// entries alone. "verify" names the variants that `retprobe verify --peers` looks at.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

struct PeerNeed {
  std::string program, file;  // one of them
  std::string package;
};

struct PeerVariant {
  std::string name, what;
  std::string program, unprobed;  // paths
  std::vector<std::string> command, counting;
  bool verified = false;  // the ways out are tried with it
  std::map<std::string, std::string> experiments =
      {};  // what its own program measures at one go → that program's path
};

struct PeerManifest {
  std::string name, folder, what, kind;
  std::vector<PeerNeed> needs;
  std::vector<PeerVariant> variants;
  double start_seconds = 0;
  std::map<std::string, std::string> cannot;

  /// Why this workload is not for this peer, or "".
  std::string cannot_run(const std::string& workload) const;
};

/// Error where it is not as above; the message begins with the file's name.
Result<PeerManifest> parse_manifest(const nlohmann::json& text, const std::string& name,
                                    const std::string& folder);

/// The peers in `folder` whose name matches one of `globs`, by name. Error where a glob matches
/// none.
Result<std::vector<PeerManifest>> peer_manifests(const std::string& folder,
                                                 const std::vector<std::string>& globs);
/// Where they are: beside this program.
std::string peers_folder();

/// Why the variant cannot be run on this machine, and what to install; "" when it can.
std::string why_absent(const PeerManifest& peer, const PeerVariant& variant);

}  // namespace retprobe::harness
