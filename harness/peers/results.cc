#include "harness/peers/results.h"

#include <map>
#include <optional>

#include "harness/results/statistics.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

ordered_json head(const PeerCase& peer_case) {
  const std::string name = name_of(peer_case);
  ordered_json row = {{"name", name},
                      {"run_name", name},
                      {"run_type", "iteration"},
                      {"workload", peer_case.workload},
                      {"design", "peer:" + peer_case.peer->name},
                      {"transfer", peer_case.variant->name},
                      {"registers", "-"},
                      {"tracers", 1}};
  if (!peer_case.variant->handlers.empty()) row["handlers"] = peer_case.variant->handlers;
  return row;
}

// The cost of call_through, the cheapest candidate that calls handlers, in the same run: same
// workload, one tracer, scalar registers.
std::optional<double> floor_of(const ordered_json& rows, const std::string& workload) {
  for (const ordered_json& row : rows)
    if (row["run_name"] == workload + "/call_through/-/scalar/1" && row["run_type"] == "aggregate")
      return row["added_ns"].get<double>();
  return std::nullopt;
}

void add_void(ordered_json& rows, const PeerSamples& samples) {
  const std::string why =
      samples.void_reason.empty() ? "no run of it came to an end" : samples.void_reason;
  ordered_json row = head(samples.peer_case);
  row["error_occurred"] = true;
  row["error_message"] = why;
  row["void"] = why;
  rows.push_back(row);
}

// Like an experiment of a candidate: figures, each with its own meaning.
void add_experiment(ordered_json& rows, const PeerSamples& samples) {
  std::map<std::string, std::vector<double>> values;
  for (std::size_t i = 0; i < samples.probed.size(); ++i) {
    ordered_json row = head(samples.peer_case);
    row["repetitions"] = samples.probed.size();
    row["repetition_index"] = i;
    row["figures"] = samples.probed[i].figures;
    rows.push_back(row);
    for (const auto& [name, value] : samples.probed[i].figures) values[name].push_back(value);
  }
  ordered_json row = head(samples.peer_case);
  row["name"] = name_of(samples.peer_case) + "_median";
  row["run_type"] = "aggregate";
  row["aggregate_name"] = "median";
  row["repetitions"] = samples.probed.size();
  for (const auto& [name, of_processes] : values) {
    const Spread spread = spread_of(of_processes);
    row["figures"][name] = {{"median", spread.median},
                            {"low", spread.low},
                            {"high", spread.high},
                            {"samples", of_processes}};
  }
  row["hits_counted"] = samples.counted;
  rows.push_back(row);
}

void add_case(ordered_json& rows, const PeerSamples& samples) {
  if (is_experiment(samples.peer_case) && samples.void_reason.empty() && !samples.probed.empty())
    return add_experiment(rows, samples);
  // A real program's calls are counted by the probes.
  const auto times = call_times(samples.probed, samples.unprobed);
  if (!samples.void_reason.empty() || times.empty()) return add_void(rows, samples);
  const auto floor = floor_of(rows, samples.peer_case.workload);
  const auto add_figures = [&](ordered_json& row, double ns_per_call, double added_ns) {
    row["ns_per_call"] = ns_per_call;
    row["added_ns"] = added_ns;
    if (floor && *floor > 0) row["ratio_to_call_through"] = added_ns / *floor;
  };
  std::vector<double> real, cpu, per_call, added;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto& [sample, ns_per_call, added_ns] = times[i];
    ordered_json row = head(samples.peer_case);
    row["repetitions"] = times.size();
    row["repetition_index"] = i;
    row["threads"] = 1;
    row["iterations"] = sample.iterations;
    row["real_time"] = sample.real_ns;
    row["cpu_time"] = sample.cpu_ns;
    row["time_unit"] = "ns";
    add_figures(row, ns_per_call, added_ns);
    rows.push_back(row);
    real.push_back(sample.real_ns / static_cast<double>(sample.runs_per_iteration));
    cpu.push_back(sample.run_ns());
    per_call.push_back(ns_per_call);
    added.push_back(added_ns);
  }
  ordered_json row = head(samples.peer_case);
  row["name"] = name_of(samples.peer_case) + "_median";
  row["run_type"] = "aggregate";
  row["aggregate_name"] = "median";
  row["aggregate_unit"] = "time";
  row["repetitions"] = row["iterations"] = times.size();
  row["threads"] = 1;
  row["real_time"] = spread_of(real).median;
  row["cpu_time"] = spread_of(cpu).median;
  row["time_unit"] = "ns";
  const Spread calls = spread_of(per_call), over = spread_of(added);
  add_figures(row, calls.median, over.median);
  row["ns_per_call_low"] = calls.low;
  row["ns_per_call_high"] = calls.high;
  row["added_ns_low"] = over.low;
  row["added_ns_high"] = over.high;
  row["added_ns_samples"] = added;  // the goals need these from a trimmed file, too
  row["calls_per_run"] = times.front().sample.calls_per_run;
  row["hits_counted"] = samples.counted;
  rows.push_back(row);
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
