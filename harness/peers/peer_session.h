// The peers' part of a benchmark session (harness/session/session.h). Only runs whose hits were
// counted right have a number.
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
/// Whether it is no loop of calls but measured at one go (manifest.h), and has figures.
bool is_experiment(const PeerCase& peer_case);
/// "leaf/peer:xray/counting/-/1"
std::string name_of(const PeerCase& peer_case);

struct PeerSamples {
  PeerCase peer_case;
  std::vector<Sample> probed, unprobed;  // by process
  std::string void_reason;
  std::optional<std::uint64_t> checksum =
      {};                     // of the workload's results: the same in all processes
  std::uint64_t counted = 0;  // hits that were compared with calls, in all processes
};

/// "" when what a peer counted are the calls that were made; else why its run has no number.
/// `counted` is {"calls", "entries", "exits"}; a tool that does not look at returns leaves "exits"
/// out, one that counts nothing "entries", too.
std::string why_not_counted(const nlohmann::json& counted);

class PeerSession {
 public:
  /// The usual workloads that match, in each variant of the peers, and its experiments. Error where
  /// nothing is left.
  static Result<PeerSession> plan(std::vector<PeerManifest> peers,
                                  const std::vector<std::string>& workloads, bool quick);

  /// Leaves the cases whose workload is wanted. Before runs().
  void keep(const std::function<bool(const std::string& workload)>& wanted);
  /// For run_session, once; they write into this object. Programs take turns with the candidates;
  /// what a tool has to start, and experiments, are by themselves.
  Others others(const SessionOptions& options);
  const std::vector<PeerManifest>& peers() const { return peers_; }
  const std::vector<PeerSamples>& cases() const { return cases_; }

 private:
  /// The cases that can be run, those of a variant together.
  std::vector<std::vector<PeerSamples*>> variants();
  std::vector<std::unique_ptr<Visitor>> visitors(const SessionOptions& options, unsigned process);

  std::vector<PeerManifest> peers_;
  std::vector<PeerSamples> cases_;
  std::mt19937_64 random_;
};

}  // namespace retprobe::harness
