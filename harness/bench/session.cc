#include "harness/bench/session.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <stdexcept>

#include "harness/bench/child.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/process.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

// A case may take this long without a word: the slowest (a million deep with breakpoints) takes a tenth of
// it.

double number_or(const json& object, const char* key, double otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

Sample sample_of(const json& line, unsigned process) {
  if (line.contains("figures"))
    return {.process = process,
            .threads = 1,
            .iterations = 1,
            .runs_per_iteration = 1,
            .real_ns = 0,
            .cpu_ns = 0,
            .calls_per_run = 0,
            .missed = line.at("missed"),
            .bytes_per_frame = 0,
            .stack_bytes_per_frame = 0,
            .bytes_per_thread = 0,
            .flips_per_second = -1,
            .figures = line.at("figures")};
  const json row = iteration_row(line.at("google"));
  return {.process = process,
          .threads = row.value("threads", 1U),
          .iterations = row.at("iterations"),
          .runs_per_iteration = line.at("runs_per_iteration"),
          .real_ns = row.at("real_time"),
          .cpu_ns = row.at("cpu_time"),
          .calls_per_run = line.at("calls_per_run"),
          .missed = line.at("missed"),
          .bytes_per_frame = number_or(line, "bytes_per_frame", 0),
          .stack_bytes_per_frame = number_or(line, "stack_bytes_per_frame", 0),
          .bytes_per_thread = number_or(line, "bytes_per_thread", 0),
          .flips_per_second = number_or(line, "flips_per_second", -1),
          .events = line.value("events", std::map<std::string, double>())};
}

// One group's cases, and where their samples go.
struct GroupRun {
  const BenchGroup* group;
  std::vector<CaseSamples*> cases;
};

class Session {
 public:
  Session(const SessionOptions& options, SessionResult& result)
      : options_(options), result_(result), random_(options.seed) {}

  // One fresh process; where it dies, another takes up the cases that are left.
  Error run_process(const GroupRun& run, unsigned process) {
    std::vector<json> specs;
    std::set<std::string> unprobed;
    for (const CaseSamples* samples : run.cases) {
      if (!samples->void_reason.empty()) continue;
      const BenchCase& bench_case = samples->bench_case;
      specs.push_back(child_case(bench_case, true));
      if (find_experiment(bench_case.workload)) continue;  // has what it is compared with in itself
      if (!unprobed.insert(unprobed_name_of(bench_case)).second) continue;
      specs.push_back(child_case(bench_case, false));
    }
    std::ranges::shuffle(specs, random_);
    while (!specs.empty()) {
      const json spec = {{"design", run.group->design},
                         {"transfer", run.group->transfer},
                         {"min_time", options_.min_time},
                         {"events", options_.events},
                         {"cases", specs}};
      std::string current;
      std::set<std::string> done;
      const auto on_line = [&](const std::string& text) {
        const json line = json::parse(text, nullptr, false);
        if (line.is_discarded()) return;
        if (line.contains("begin")) {
          current = line["begin"];
          return;
        }
        done.insert(current);
        take(run, line, process);
      };
      auto end = run_self({"bench", "--child"}, spec.dump(), on_line, silence_seconds);
      if (!end.ok()) return end.error();
      if (end->why.empty()) break;
      if (current.empty())
        return {Error::Code::system, "a benchmark process of " + run.group->design + "/" +
                                         run.group->transfer + " ended before its first case: " + end->why +
                                         (end->errors.empty() ? "" : ": " + end->errors)};
      done.insert(current);
      refuse(run, current, end->why + (end->errors.empty() ? "" : ": " + end->errors));
      std::erase_if(specs, [&](const json& each) { return done.contains(each["name"]); });
    }
    return {};
  }

 private:
  // A name is a probed case's, or that of an unprobed run which several cases share.
  void refuse(const GroupRun& run, const std::string& name, const std::string& why) {
    for (CaseSamples* samples : run.cases)
      if ((name_of(samples->bench_case) == name || unprobed_name_of(samples->bench_case) == name) &&
          samples->void_reason.empty())
        samples->void_reason = why;
  }

  void take(const GroupRun& run, const json& line, unsigned process) {
    const std::string name = line.at("name");
    if (line.contains("void")) return refuse(run, name, line["void"]);
    const Sample sample = sample_of(line, process);
    if (result_.google_context.empty() && line.contains("google"))
      result_.google_context = line.at("google").at("context").dump();
    for (CaseSamples* samples : run.cases) {
      if (name_of(samples->bench_case) == name) samples->probed.push_back(sample);
      if (unprobed_name_of(samples->bench_case) == name) samples->unprobed.push_back(sample);
    }
  }

  const SessionOptions& options_;
  SessionResult& result_;
  std::mt19937_64 random_;
};

}  // namespace

std::vector<CallTime> call_times(const std::vector<Sample>& probed, const std::vector<Sample>& unprobed) {
  std::vector<CallTime> all;
  for (const Sample& each : probed) {
    const auto beside = std::ranges::find(unprobed, each.process, &Sample::process);
    if (beside == unprobed.end() || each.calls_per_run <= 0) continue;
    all.push_back({each, each.run_ns() / each.calls_per_run, (each.run_ns() - beside->run_ns()) / each.calls_per_run});
  }
  return all;
}

json iteration_row(const json& google) {
  for (const json& row : google.at("benchmarks"))
    if (row.value("run_type", "") == "iteration") return row;
  throw std::runtime_error("Google Benchmark wrote no row");
}

Result<SessionResult> run_session(const std::vector<BenchGroup>& groups, const SessionOptions& options,
                                  const Refusal& refused, const SessionProgress& progress,
                                  const std::vector<OtherRun>& others) {
  SessionResult result;
  for (const BenchGroup& group : groups) {
    for (const BenchCase& bench_case : group.cases) {
      std::string reason = bench_case.cannot;
      if (reason.empty()) reason = refused(bench_case.cell);
      result.cases.push_back({bench_case, {}, {}, reason});
    }
  }
  std::vector<GroupRun> runs;
  std::size_t next = 0;
  for (const BenchGroup& group : groups) {
    GroupRun& run = runs.emplace_back(GroupRun{&group, {}});
    for (std::size_t i = 0; i < group.cases.size(); ++i) run.cases.push_back(&result.cases[next++]);
  }
  Session session(options, result);
  std::vector<OtherRun> all = others;
  for (const GroupRun& run : runs)
    all.push_back({run.group->design + "/" + run.group->transfer,
                   [&](unsigned process) { return session.run_process(run, process); }});
  std::vector<std::pair<const OtherRun*, unsigned>> order;
  for (const OtherRun& run : all)
    for (unsigned process = 0; process < options.processes; ++process) order.emplace_back(&run, process);
  std::mt19937_64 random(options.seed);
  std::ranges::shuffle(order, random);

  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& [run, process] = order[i];
    progress(i, order.size(), run->what);
    if (Error error = run->run(process)) return error;
  }
  progress(order.size(), order.size(), "");
  return result;
}

}  // namespace retprobe::harness
