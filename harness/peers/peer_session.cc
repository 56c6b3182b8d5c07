#include "harness/peers/peer_session.h"

#include <algorithm>
#include <set>

#include "harness/bench/timing.h"
#include "harness/must.h"
#include "harness/peers/tool.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

constexpr const char* usual[] = {"leaf",           "callers12", "fib", "recursion_10000",
                                 "functions_1000", "json"};

std::string probed_glob(const std::string& workload) {
  const Workload* known = find_workload(workload);
  return known && !known->real_program ? known->probed.front() : "*";
}

Sample sample_of(const json& line, unsigned process) {
  return {.process = process,
          .iterations = line.at("iterations"),
          .runs_per_iteration = line.at("runs_per_iteration"),
          .real_ns = line.at("real_ns"),
          .cpu_ns = line.at("cpu_ns"),
          .calls_per_run = line.at("calls_per_run")};
}

}  // namespace

bool is_experiment(const PeerCase& peer_case) {
  return peer_case.variant->experiments.contains(peer_case.workload);
}

std::string name_of(const PeerCase& peer_case) {
  return peer_case.workload + "/peer:" + peer_case.peer->name + "/" + peer_case.variant->name +
         "/-/1";
}

std::string why_not_counted(const json& counted, bool loses_exits) {
  const std::uint64_t calls = counted.value("calls", std::uint64_t{0});
  if (!counted.contains("entries")) return "nobody counted its hits";
  const std::uint64_t entries = counted.at("entries"), exits = counted.value("exits", entries);
  if (calls == 0) return "no call was made that it could count";
  if (entries == calls && (exits == calls || (loses_exits && exits < calls))) return "";
  return "it counted " + std::to_string(entries) + " entries and " + std::to_string(exits) +
         " exits of " + std::to_string(calls) + " calls";
}

namespace {

std::string label_of(const PeerSamples& samples) {
  return "peer " + samples.peer_case.peer->name + "/" + samples.peer_case.variant->name;
}

PeerSamples* case_of(const std::vector<PeerSamples*>& cases, const std::string& name) {
  for (PeerSamples* samples : cases)
    if (name.starts_with(samples->peer_case.workload + ":")) return samples;
  return nullptr;
}

void refuse_case(PeerSamples& samples, const std::string& why) {
  if (samples.void_reason.empty()) samples.void_reason = why;
}

// Processes of one case may differ: the kernel finds no room for its calls near a library, perhaps.
void take_site(PeerSamples& samples, const json& line) {
  if (!samples.peer_case.peer->uprobes || !line.contains("optimised")) return;
  const std::string seen = line["optimised"];
  samples.optimised =
      samples.optimised.empty() || samples.optimised == seen ? seen : std::string("partly");
}

// The functions were counted while the peer was attached, and must not have been counted before and
// after.
void take_figures(PeerSamples& samples, const json& line, unsigned process) {
  const json &counted = line.at("counted"), &unprobed = line.at("unprobed");
  if (const std::string why = why_not_counted(counted); !why.empty())
    return refuse_case(samples, why);
  if (unprobed.at("calls") == 0 || unprobed.at("entries") != 0 || unprobed.at("exits") != 0)
    return refuse_case(samples, "it counted calls of functions that it was not attached to");
  take_site(samples, line);
  samples.counted += counted.at("entries").get<std::uint64_t>();
  samples.probed.push_back({.process = process, .figures = line.at("figures")});
}

// Takes one line that a process wrote about a case.
void take_line(PeerSamples& samples, const json& line, unsigned process) {
  if (!samples.void_reason.empty()) return;
  if (line.contains("void")) return refuse_case(samples, line["void"]);
  if (line.contains("figures")) return take_figures(samples, line, process);
  const bool probed = line.at("name").get<std::string>().ends_with(":probed");
  if (probed) {
    take_site(samples, line);
    // Checks the counting pass, and the timed pass where it was counted.
    std::vector<json> counts = {line.at("counted")};
    if (line.contains("timed") && line["timed"].contains("entries"))
      counts.push_back(line["timed"]);
    const std::vector<std::string>& losing = samples.peer_case.peer->loses_exits;
    const bool loses_exits = std::ranges::find(losing, samples.peer_case.workload) != losing.end();
    for (const json& count : counts) {
      if (const std::string why = why_not_counted(count, loses_exits); !why.empty())
        return refuse_case(samples, why);
      samples.counted += count.at("entries").get<std::uint64_t>();
    }
  }
  const std::uint64_t checksum = line.at("checksum");
  if (samples.checksum.value_or(checksum) != checksum)
    return refuse_case(samples, "its results differ from those of the unprobed run");
  samples.checksum = checksum;
  (probed ? samples.probed : samples.unprobed).push_back(sample_of(line, process));
}

// A process of a variant's program, or of the program of its unprobed runs.
class ProgramVisitor final : public Visitor {
 public:
  ProgramVisitor(std::string program, std::vector<PeerSamples*> cases, bool probed, bool unprobed,
                 const SessionOptions& options, unsigned process)
      : Visitor(label_of(*cases.front())),
        program_(std::move(program)),
        min_time_(options.min_time),
        process_(process) {
    for (PeerSamples* samples : cases) {
      const std::string& workload = samples->peer_case.workload;
      const unsigned visits = visits_of(*find_workload(workload));
      const auto add_case = [&](const char* kind, const std::string& key) {
        add({workload, key, visits});
        samples_.push_back(samples);
        names_.push_back(workload + kind);
      };
      if (probed) add_case(":probed", comparison_key(workload, RegisterSet::scalar, 1));
      if (unprobed) add_case(":unprobed", workload + "/unprobed/-/-/0");
    }
    said_.resize(names_.size());
  }

 private:
  Result<Child> fresh_process() override {
    std::vector<std::string> words = {program_, "visit", samples_.front()->peer_case.variant->name,
                                      std::to_string(min_time_)};
    words.insert(words.end(), names_.begin(), names_.end());
    return Child::of_program(std::move(words));
  }
  double patience() const override {
    return silence_seconds + samples_.front()->peer_case.peer->start_seconds;
  }
  // Each line has the result of all visits so far, so the last line is kept.
  void take(std::size_t which, const json& line) override { said_[which] = line; }
  void refuse(std::size_t which, const std::string& why) override {
    refuse_case(*samples_[which], why);
  }
  void finish() override {
    for (std::size_t i = 0; i < said_.size(); ++i)
      if (!said_[i].is_null()) take_line(*samples_[i], said_[i], process_);
  }

  std::string program_;
  double min_time_;
  unsigned process_;
  std::vector<PeerSamples*> samples_;
  std::vector<std::string> names_;
  std::vector<json> said_;
};

// Runs a variant's cases in fresh processes that take no turns: a tool needs a process for each
// workload, and an experiment is one measurement.
class Alone {
 public:
  Alone(std::vector<PeerSamples*> cases, const SessionOptions& options, unsigned process,
        std::mt19937_64& random)
      : cases_(std::move(cases)),
        options_(options),
        process_(process),
        random_(random),
        variant_(*cases_[0]->peer_case.variant) {}

  void run() {
    std::vector<std::string> probed, unprobed;
    for (const PeerSamples* samples : cases_) {
      if (!samples->void_reason.empty()) continue;
      if (is_experiment(samples->peer_case)) {
        const std::string& workload = samples->peer_case.workload;
        run_program(variant_.experiments.at(workload), {workload + ":probed"});
        continue;
      }
      probed.push_back(samples->peer_case.workload + ":probed");
      unprobed.push_back(samples->peer_case.workload + ":unprobed");
    }
    if (probed.empty() || variant_.command.empty()) return;
    const bool probed_first = random_() % 2;
    if (!probed_first) run_program(variant_.unprobed, unprobed);
    for (const std::string& name : probed) run_with_tool(name);
    if (probed_first) run_program(variant_.unprobed, unprobed);
  }

 private:
  void refuse(const std::string& name, const std::string& why) {
    if (PeerSamples* const samples = case_of(cases_, name)) refuse_case(*samples, why);
  }

  // Runs the cases in random order. Where the process dies, another one takes over the cases that
  // are left.
  void run_program(const std::string& program, std::vector<std::string> names) {
    std::ranges::shuffle(names, random_);
    while (!names.empty()) {
      std::vector<std::string> words = {program, "bench", variant_.name,
                                        std::to_string(options_.min_time)};
      words.insert(words.end(), names.begin(), names.end());
      std::string current;
      std::set<std::string> timed;
      const ProcessEnd end = must(run_command(
          words, "",
          [&](const std::string& text) {
            const json line = json::parse(text, nullptr, false);
            if (!line.is_object()) return;  // a line of a tool
            if (line.contains("begin")) current = line["begin"];
            if (!line.contains("name")) return;
            take(line);
            timed.insert(line["name"]);
          },
          silence_seconds));
      std::erase_if(names, [&](const std::string& name) { return timed.contains(name); });
      if (names.empty()) {
        if (!end.why.empty()) refuse(current, last_words(end));
        break;
      }
      const auto at_hand = std::ranges::find(names, current);
      const auto died_in = at_hand == names.end() ? names.begin() : at_hand;
      refuse(*died_in, last_words(end));
      names.erase(died_in);
    }
  }

  // Runs each case in a process of its own, so that the tool's counts can be attributed to it.
  // `counting` is the command of a second process, for tools that cannot count while they time.
  void run_with_tool(const std::string& name) {
    const PeerSamples* samples = case_of(cases_, name);
    const std::vector<std::string> words = {"bench", variant_.name,
                                            std::to_string(options_.min_time), name};
    json line;
    for (const auto* command : {&variant_.command, &variant_.counting}) {
      if (command->empty()) continue;
      const ToolRun run = run_tool(*samples->peer_case.peer, variant_, *command, words,
                                   probed_glob(samples->peer_case.workload),
                                   silence_seconds + samples->peer_case.peer->start_seconds);
      const bool timed = command == &variant_.command;
      if (!run.end.why.empty() || run.result.is_null()) return refuse(name, last_words(run.end));
      // Where a second process counts, the timed one has to bring only its time.
      if (!run.failed.empty() && (!timed || variant_.counting.empty()))
        return refuse(name, run.failed);
      if (timed)
        line = run.result;
      else
        line["counted"] = run.result.at("counted");
    }
    take(line);
  }

  void take(const json& line) {
    if (PeerSamples* const samples = case_of(cases_, line.at("name")))
      take_line(*samples, line, process_);
  }

  std::vector<PeerSamples*> cases_;
  const SessionOptions& options_;
  unsigned process_;
  std::mt19937_64& random_;
  const PeerVariant& variant_;
};

}  // namespace

Result<PeerSession> PeerSession::plan(std::vector<PeerManifest> peers,
                                      const std::vector<std::string>& workloads, bool quick,
                                      const std::vector<std::string>& handlers) {
  PeerSession session;
  session.peers_ = std::move(peers);
  for (const PeerManifest& peer : session.peers_) {
    for (const PeerVariant& variant : peer.variants) {
      if (!handlers.empty() && std::ranges::find(handlers, variant.handlers) == handlers.end())
        continue;
      const std::string absent = why_absent(peer, variant);
      std::vector<std::string> known(std::begin(usual), std::end(usual));
      std::ranges::copy(variant.also, std::back_inserter(known));
      for (const std::string& workload : known) {
        if (!is_selected(workloads, workload)) continue;
        if (quick && workload != "leaf" && workload != "fib" && workload != "callers12") continue;
        session.cases_.push_back({{&peer, &variant, workload},
                                  {},
                                  {},
                                  absent.empty() ? peer.cannot_run(workload) : absent});
      }
      for (const auto& [experiment, program] : variant.experiments)
        if (!quick && is_selected(workloads, experiment))
          session.cases_.push_back({{&peer, &variant, experiment}, {}, {}, absent});
    }
  }
  if (session.cases_.empty() && !handlers.empty())
    return Error{Error::Code::usage, "no selected peer has handlers of the selected kinds"};
  return session;
}

void PeerSession::keep(const std::function<bool(const std::string& workload)>& wanted) {
  std::erase_if(cases_,
                [&](const PeerSamples& samples) { return !wanted(samples.peer_case.workload); });
}

std::vector<std::vector<PeerSamples*>> PeerSession::variants() {
  std::vector<std::vector<PeerSamples*>> variants;
  for (PeerSamples& samples : cases_) {
    if (!samples.void_reason.empty()) continue;
    if (variants.empty() || variants.back().front()->peer_case.variant != samples.peer_case.variant)
      variants.emplace_back();
    variants.back().push_back(&samples);
  }
  return variants;
}

std::vector<std::unique_ptr<Visitor>> PeerSession::visitors(const SessionOptions& options,
                                                            unsigned process) {
  std::vector<std::unique_ptr<Visitor>> all;
  for (std::vector<PeerSamples*>& cases : variants()) {
    const PeerVariant& variant = *cases.front()->peer_case.variant;
    std::erase_if(cases,
                  [](const PeerSamples* samples) { return is_experiment(samples->peer_case); });
    if (cases.empty() || !variant.command.empty()) continue;
    const bool both = variant.unprobed == variant.program;
    all.push_back(
        std::make_unique<ProgramVisitor>(variant.program, cases, true, both, options, process));
    if (!both)
      all.push_back(
          std::make_unique<ProgramVisitor>(variant.unprobed, cases, false, true, options, process));
  }
  return all;
}

Others PeerSession::others(const SessionOptions& options) {
  random_.seed(options.seed);
  Others others{[this, &options](unsigned process) { return visitors(options, process); }, {}};
  for (const auto& cases : variants()) {
    const auto takes_no_turns = [](const PeerSamples* samples) {
      return is_experiment(samples->peer_case) || !samples->peer_case.variant->command.empty();
    };
    if (std::ranges::any_of(cases, takes_no_turns))
      others.alone.push_back({label_of(*cases[0]), [this, cases, &options](unsigned process) {
                                Alone(cases, options, process, random_).run();
                              }});
  }
  return others;
}

}  // namespace retprobe::harness
