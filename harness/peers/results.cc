#include "harness/peers/results.h"

#include <optional>

#include "harness/session/rows.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

ordered_json head_of(const PeerCase& peer_case) {
  ordered_json row = row_head(name_of(peer_case));
  row.update({{"workload", peer_case.workload},
              {"design", "peer:" + peer_case.peer->name},
              {"transfer", peer_case.variant->name},
              {"registers", "-"},
              {"tracers", 1}});
  if (!peer_case.variant->handlers.empty()) row["handlers"] = peer_case.variant->handlers;
  return row;
}

// The cost of call_through, the cheapest candidate that calls handlers, in the same run: same
// workload, one tracer, scalar registers.
std::optional<double> floor_of(const ordered_json& rows, const std::string& workload) {
  for (const ordered_json& row : rows)
    if (row["run_name"] == workload + "/call_through/-/scalar/1" && row["run_type"] == "aggregate")
      return row.at("added_ns").get<double>();
  return std::nullopt;
}

void add_case(ordered_json& rows, const PeerSamples& samples) {
  const ordered_json head = head_of(samples.peer_case);
  const bool figures = is_experiment(samples.peer_case) && !samples.probed.empty();
  // A real program's calls are counted by the probes.
  const auto times = call_times(samples.probed, samples.unprobed);
  if (!samples.void_reason.empty() || (!figures && times.empty()))
    return add_void_row(
        rows, head,
        samples.void_reason.empty() ? "no run of it came to an end" : samples.void_reason);
  if (figures) {
    add_experiment_rows(rows, head, samples.probed);
  } else {
    const auto floor = floor_of(rows, samples.peer_case.workload);
    add_timed_rows(rows, head, times,
                   [&](ordered_json& row, auto of) { add_call_times(row, of, floor); });
  }
  rows.back()["hits_counted"] = samples.counted;
  if (!samples.optimised.empty()) rows.back()["optimised"] = samples.optimised;
}

}  // namespace

void add_peer_results(ordered_json& file, const PeerSession& session) {
  ordered_json peers = ordered_json::object();
  for (const PeerManifest& peer : session.peers()) {
    ordered_json variants = ordered_json::object();
    for (const PeerVariant& variant : peer.variants) {
      variants[variant.name] = {{"what", variant.what}};
      if (const std::string why = why_absent(peer, variant); !why.empty())
        variants[variant.name]["absent"] = why;
    }
    peers[peer.name] = {{"what", peer.what}, {"kind", peer.kind}, {"variants", variants}};
  }
  file["context"]["peers"] = peers;
  for (const PeerSamples& samples : session.cases()) add_case(file["benchmarks"], samples);
}

}  // namespace retprobe::harness
