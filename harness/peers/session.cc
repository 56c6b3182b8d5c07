#include "harness/peers/session.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "harness/peers/tool.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

// A case may take this long without a word. Simulators are slow.

constexpr const char* usual[] = {"leaf", "callers12", "fib", "recursion_10000", "functions_1000", "json"};

std::string probed_glob(const std::string& workload) {
  const Workload* known = find_workload(workload);
  return known && !known->real_program ? known->probed.front() : "*";
}

Sample sample_of(const json& line, unsigned process) {
  const json row = iteration_row(line.at("google"));
  return {.process = process,
          .threads = 1,
          .iterations = row.at("iterations"),
          .runs_per_iteration = line.at("runs_per_iteration"),
          .real_ns = row.at("real_time"),
          .cpu_ns = row.at("cpu_time"),
          .calls_per_run = line.at("calls_per_run"),
          .missed = 0,
          .bytes_per_frame = 0,
          .stack_bytes_per_frame = 0,
          .bytes_per_thread = 0,
          .flips_per_second = -1};
}

}  // namespace

bool is_experiment(const PeerCase& peer_case) {
  return peer_case.variant->experiments.contains(peer_case.workload);
}

std::string name_of(const PeerCase& peer_case) {
  return peer_case.workload + "/peer:" + peer_case.peer->name + "/" + peer_case.variant->name + "/-/1";
}

std::string why_not_counted(const json& counted) {
  const std::uint64_t calls = counted.value("calls", std::uint64_t{0});
  if (!counted.contains("entries")) return "nobody counted its hits";
  const std::uint64_t entries = counted.at("entries"), exits = counted.value("exits", entries);
  if (calls == 0) return "no call was made that it could count";
  if (entries == calls && exits == calls) return "";
  return "it counted " + std::to_string(entries) + " entries and " + std::to_string(exits) + " exits of " +
         std::to_string(calls) + " calls";
}

// One fresh set of processes of one variant, for all of its workloads.
class PeerSession::Turn {
 public:
  Turn(std::vector<PeerSamples*> cases, const SessionOptions& options, unsigned process,
       std::mt19937_64& random)
      : cases_(std::move(cases)),
        options_(options),
        process_(process),
        random_(random),
        variant_(*cases_[0]->peer_case.variant) {}

  Error run() {
    std::vector<std::string> probed, unprobed;
    for (const PeerSamples* samples : cases_) {
      if (!samples->void_reason.empty()) continue;
      if (is_experiment(samples->peer_case)) {
        const std::string& workload = samples->peer_case.workload;
        if (Error error = run_program(variant_.experiments.at(workload), {workload + ":probed"})) return error;
        continue;
      }
      probed.push_back(samples->peer_case.workload + ":probed");
      unprobed.push_back(samples->peer_case.workload + ":unprobed");
    }
    if (probed.empty()) return {};
    if (variant_.command.empty() && variant_.unprobed == variant_.program) {
      probed.insert(probed.end(), unprobed.begin(), unprobed.end());
      return run_program(variant_.program, probed);
    }
    const bool probed_first = random_() % 2;
    if (!probed_first)
      if (Error error = run_program(variant_.unprobed, unprobed)) return error;
    if (variant_.command.empty()) {
      if (Error error = run_program(variant_.program, probed)) return error;
    } else {
      for (const std::string& name : probed)
        if (Error error = run_with_tool(name)) return error;
    }
    return probed_first ? run_program(variant_.unprobed, unprobed) : Error();
  }

 private:
  PeerSamples* case_of(const std::string& name) {
    for (PeerSamples* samples : cases_)
      if (name.starts_with(samples->peer_case.workload + ":")) return samples;
    return nullptr;
  }
  void refuse(const std::string& name, const std::string& why) {
    PeerSamples* samples = case_of(name);
    if (samples && samples->void_reason.empty()) samples->void_reason = why;
  }

  // In random order; where it dies, another process takes up the cases that are left.
  Error run_program(const std::string& program, std::vector<std::string> names) {
    std::ranges::shuffle(names, random_);
    while (!names.empty()) {
      std::vector<std::string> words = {program, "bench", variant_.name, std::to_string(options_.min_time)};
      words.insert(words.end(), names.begin(), names.end());
      std::string current;
      std::set<std::string> told;
      auto end = run_command(
          words, "",
          [&](const std::string& text) {
            const json line = json::parse(text, nullptr, false);
            if (!line.is_object()) return;  // a tool's own words
            if (line.contains("begin")) current = line["begin"];
            if (!line.contains("name")) return;
            take(line);
            told.insert(line["name"]);
          },
          silence_seconds);
      if (!end.ok()) return end.error();
      std::erase_if(names, [&](const std::string& name) { return told.contains(name); });
      if (names.empty()) {
        if (!end->why.empty()) refuse(current, last_words(*end));
        break;
      }
      const auto at_hand = std::ranges::find(names, current);
      const auto died_in = at_hand == names.end() ? names.begin() : at_hand;
      refuse(*died_in, last_words(*end));
      names.erase(died_in);
    }
    return {};
  }

  // A process for each case, so that what the tool counted can be told apart. `counting`: in a second process, where the timed one
  // cannot count.
  Error run_with_tool(const std::string& name) {
    const PeerSamples* samples = case_of(name);
    const std::vector<std::string> words = {"bench", variant_.name, std::to_string(options_.min_time), name};
    json line;
    for (const auto* command : {&variant_.command, &variant_.counting}) {
      if (command->empty()) continue;
      auto run = run_tool(*samples->peer_case.peer, variant_, *command, words,
                          probed_glob(samples->peer_case.workload),
                          silence_seconds + samples->peer_case.peer->start_seconds);
      if (!run.ok()) return run.error();
      const bool timed = command == &variant_.command;
      // Of a timed process without a count nothing is expected but its time.
      if (!run->end.why.empty() || run->result.is_null()) {
        refuse(name, last_words(run->end));
        return {};
      }
      if (!run->failed.empty() && (!timed || variant_.counting.empty())) {
        refuse(name, run->failed);
        return {};
      }
      if (timed)
        line = run->result;
      else
        line["counted"] = run->result.at("counted");
    }
    take(line);
    return {};
  }

  void take(const json& line) {
    const std::string name = line.at("name");
    PeerSamples* samples = case_of(name);
    if (!samples || !samples->void_reason.empty()) return;
    if (line.contains("void")) return refuse(name, line["void"]);
    if (line.contains("figures")) return take_figures(line, *samples);
    const bool probed = name.ends_with(":probed");
    if (probed) {
      // Both passes, where both can be counted.
      std::vector<json> counts = {line.at("counted")};
      if (line.contains("timed") && line["timed"].contains("entries")) counts.push_back(line["timed"]);
      for (const json& count : counts) {
        if (const std::string why = why_not_counted(count); !why.empty()) return refuse(name, why);
        samples->counted += count.at("entries").get<std::uint64_t>();
      }
    }
    auto [known, first] = checksums_.try_emplace(samples->peer_case.workload, line.at("checksum"));
    if (!first && known->second != line.at("checksum"))
      return refuse(name, "its results differ from those of the unprobed run");
    (probed ? samples->probed : samples->unprobed).push_back(sample_of(line, process_));
  }

  // Counted while the functions were attached to, and nothing told before and after.
  void take_figures(const json& line, PeerSamples& samples) {
    const json &counted = line.at("counted"), &unprobed = line.at("unprobed");
    if (const std::string why = why_not_counted(counted); !why.empty()) return refuse(line.at("name"), why);
    if (unprobed.at("calls") == 0 || unprobed.at("entries") != 0 || unprobed.at("exits") != 0)
      return refuse(line.at("name"), "it counted calls of functions that it was not attached to");
    samples.counted += counted.at("entries").get<std::uint64_t>();
    samples.probed.push_back({.process = process_,
                              .threads = 1,
                              .iterations = 1,
                              .runs_per_iteration = 1,
                              .real_ns = 0,
                              .cpu_ns = 0,
                              .calls_per_run = 0,
                              .missed = 0,
                              .bytes_per_frame = 0,
                              .stack_bytes_per_frame = 0,
                              .bytes_per_thread = 0,
                              .flips_per_second = -1,
                              .figures = line.at("figures")});
  }

  std::vector<PeerSamples*> cases_;
  const SessionOptions& options_;
  unsigned process_;
  std::mt19937_64& random_;
  const PeerVariant& variant_;
  std::map<std::string, std::uint64_t> checksums_;
};

Result<PeerSession> PeerSession::plan(std::vector<PeerManifest> peers,
                                      const std::vector<std::string>& workloads, bool quick) {
  PeerSession session;
  session.peers_ = std::move(peers);
  for (const PeerManifest& peer : session.peers_) {
    for (const PeerVariant& variant : peer.variants) {
      const std::string absent = why_absent(peer, variant);
      for (const std::string workload : usual) {
        if (!is_selected(workloads, workload)) continue;
        if (quick && workload != "leaf" && workload != "fib" && workload != "callers12") continue;
        session.cases_.push_back(
            {{&peer, &variant, workload}, {}, {}, absent.empty() ? peer.cannot_run(workload) : absent});
      }
      for (const auto& [experiment, program] : variant.experiments)
        if (!quick && is_selected(workloads, experiment))
          session.cases_.push_back({{&peer, &variant, experiment}, {}, {}, absent});
    }
  }
  return session;
}

void PeerSession::keep(const std::function<bool(const std::string& workload)>& wanted) {
  std::erase_if(cases_, [&](const PeerSamples& samples) { return !wanted(samples.peer_case.workload); });
}

std::vector<OtherRun> PeerSession::runs(const SessionOptions& options) {
  random_.seed(options.seed);
  std::vector<OtherRun> runs;
  // The cases of a variant stand together.
  std::vector<std::vector<PeerSamples*>> variants;
  for (PeerSamples& samples : cases_) {
    if (!samples.void_reason.empty()) continue;
    if (variants.empty() || variants.back().front()->peer_case.variant != samples.peer_case.variant)
      variants.emplace_back();
    variants.back().push_back(&samples);
  }
  for (const auto& cases : variants)
    runs.push_back(
        {"peer " + cases[0]->peer_case.peer->name + "/" + cases[0]->peer_case.variant->name,
         [this, cases, &options](unsigned process) { return Turn(cases, options, process, random_).run(); }});
  return runs;
}

}  // namespace retprobe::harness
