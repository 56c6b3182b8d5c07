// Reads what a peer says about itself: peers/NAME/manifest.json in the build folder. That is a copy
// of harness/peers/NAME/manifest.json, beside the programs that were built for the peer. Cold.
//
//     {"what": …, "kind": …,
//      "uprobes": true,
//          It probes by uprobes: its rows say whether the kernel optimised them. Left out: false.
//      "needs": [{"program" or "file": …, "package": …}…],
//          What the machine must have, and the package that has it. A file may be a glob.
//      "variants": [{"name": …, "what": …,
//          "program": "xray",
//              The program that runs the workloads, in the peer's folder.
//          "unprobed": "../plain/gcc",
//              The program of the unprobed run. Left out: the same program.
//          "command": ["tool", …],
//              What starts the program, where a tool does. The program and its words follow.
//          "counting": ["tool", …],
//              The command of a second process that only counts, where the timed one cannot.
//          "handlers": "empty", "counting" or "recording",
//              What runs at entry and exit, where it is what the candidates' handlers of that kind
//              do. Left out: it is something else.
//          "also": ["functions_256"…],
//              Workloads besides the usual ones.
//          "experiments": {"NAME": FILE}}…],
//              Measurements that are not loops of calls, and the program that makes each.
//      "verify": ["noop"],
//          The variants that `retprobe verify --peers` runs.
//      "start_seconds": 60,
//          How much longer than others its tool may take to start the program. Left out: 0.
//      "loses_exits": ["grammar"…],
//          Workloads in which it may count fewer exits than entries: it is not notified of calls
//          that an exception leaves. Left out: none.
//      "cannot": {"WORKLOAD glob": why…}}
//
// In a command, {peer} is the peer's folder, {scratch} a fresh folder, and {functions} the glob of
// the functions to probe. A peer that counts from outside has a script `count`. After a process
// that a command started, {peer}/count SCRATCH GLOB prints how many entries and exits the tool saw,
// or entries only.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

struct PeerNeed {
  std::string program, file;  // exactly one of the two is set
  std::string package;
};

struct PeerVariant {
  std::string name, what;
  std::string program, unprobed;  // paths
  std::vector<std::string> command, counting;
  std::vector<std::string> also = {};  // workloads
  bool verified = false;               // its ways out are verified
  std::string handlers = {};  // what they do; "" where it is like no kind of the candidates'
  /// Experiment → path of its program. The program makes the whole measurement.
  std::map<std::string, std::string> experiments = {};
};

struct PeerManifest {
  std::string name, folder, what, kind;
  bool uprobes = false;
  std::vector<PeerNeed> needs;
  std::vector<PeerVariant> variants;
  double start_seconds = 0;
  std::vector<std::string> loses_exits = {};
  std::map<std::string, std::string> cannot;

  /// Why this peer cannot run the workload, or "".
  std::string cannot_run(const std::string& workload) const;
};

/// Error where the text is not as described above. The message begins with the file's name.
Result<PeerManifest> parse_manifest(const nlohmann::json& text, const std::string& name,
                                    const std::string& folder);

/// The peers in `folder` whose name matches one of `globs`, sorted by name. Error where a glob
/// matches no peer.
Result<std::vector<PeerManifest>> peer_manifests(const std::string& folder,
                                                 const std::vector<std::string>& globs);
/// The folder of the peers, beside this program.
std::string peers_folder();

/// Why the variant cannot run on this machine, and what to install; "" when it can run.
std::string why_absent(const PeerManifest& peer, const PeerVariant& variant);

}  // namespace retprobe::harness
