// The peers' part of a benchmark session (harness/session/session.h). A run has a number only where
// its hits were counted right.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "harness/peers/manifest.h"
#include "harness/session/session.h"

namespace retprobe::harness {

struct PeerCase {
  const PeerManifest* peer;
  const PeerVariant* variant;
  std::string workload;
};
/// Whether the case is an experiment (manifest.h): one measurement with figures, not a loop of
/// calls.
bool is_experiment(const PeerCase& peer_case);
/// "leaf/peer:xray/counting/-/1"
std::string name_of(const PeerCase& peer_case);

struct PeerSamples {
  PeerCase peer_case;
  std::vector<Sample> probed, unprobed;  // in the order of the processes
  std::string void_reason;
  /// Of the workload's results. It is the same in all processes.
  std::optional<std::uint64_t> checksum = {};
  /// Of a peer that probes by uprobes: whether they were optimised (program/site.h).
  std::string optimised = {};
  std::uint64_t counted = 0;  // hits that were compared with calls, in all processes
};

/// "" when the peer counted exactly the calls that were made; else why its run has no number.
/// `counted` is {"calls", "entries", "exits"}. A tool that does not see returns leaves "exits" out.
/// A tool that counts nothing leaves "entries" out, too. With `loses_exits` some may be missing.
std::string why_not_counted(const nlohmann::json& counted, bool loses_exits = false);

class PeerSession {
 public:
  /// The usual workloads that match, in each variant of the peers, and the peers' experiments. With
  /// `handlers`, only the variants that have handlers of one of these kinds; Error where there is
  /// none.
  static Result<PeerSession> plan(std::vector<PeerManifest> peers,
                                  const std::vector<std::string>& workloads, bool quick,
                                  const std::vector<std::string>& handlers = {});

  /// Keeps only the cases whose workload is wanted. Must be called before others().
  void keep(const std::function<bool(const std::string& workload)>& wanted);
  /// For run_session; must be called once. The visitors write into this object. Programs take turns
  /// with the candidates. What a tool has to start, and experiments, run alone.
  Others others(const SessionOptions& options);
  const std::vector<PeerManifest>& peers() const { return peers_; }
  const std::vector<PeerSamples>& cases() const { return cases_; }

 private:
  /// The cases that can be run, grouped by variant.
  std::vector<std::vector<PeerSamples*>> variants();
  std::vector<std::unique_ptr<Visitor>> visitors(const SessionOptions& options, unsigned process);

  std::vector<PeerManifest> peers_;
  std::vector<PeerSamples> cases_;
  std::mt19937_64 random_;
};

}  // namespace retprobe::harness
