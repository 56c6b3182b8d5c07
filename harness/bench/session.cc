#include "harness/bench/session.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>

#include "harness/bench/child.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/measure.h"
#include "harness/bench/process.h"
#include "harness/bench/timing.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

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
          .calls_per_run = number_or(line, "calls_per_run", 0),
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

  // A name is a probed case's, or that of an unprobed run which several cases share.
  void refuse(const std::string& name, const std::string& why) {
    for (CaseSamples* samples : cases)
      if ((name_of(samples->bench_case) == name || unprobed_name_of(samples->bench_case) == name) && samples->void_reason.empty())
        samples->void_reason = why;
  }
  void take(const std::string& name, const Sample& sample) {
    for (CaseSamples* samples : cases) {
      if (name_of(samples->bench_case) == name) add_visit(samples->probed, sample);
      if (unprobed_name_of(samples->bench_case) == name) add_visit(samples->unprobed, sample);
    }
  }
};

// A fresh process of a group. Where it dies, another takes up the cases that are left.
class GroupProcess {
 public:
  GroupProcess(GroupRun& run, unsigned process, const SessionOptions& options) : run_(run), process_(process), options_(options) {
    for (const CaseSamples* samples : run.cases) {
      if (!samples->void_reason.empty()) continue;
      const BenchCase& bench_case = samples->bench_case;
      add(bench_case, true);
      // An experiment has what it is compared with in itself.
      if (!find_experiment(bench_case.workload)) add(bench_case, false);
    }
  }

  struct Case {
    std::string name, workload;
    std::string alike;  // the same in every group whose cases are compared with this one
    json spec;
    unsigned visits;
    bool over = false;
  };
  const std::vector<Case>& cases() const { return cases_; }

  Error start() {
    auto child = Child::of_self({"bench", "--child"});
    if (!child.ok()) return child.error();
    json specs = json::array();
    for (const Case& each : cases_) specs.push_back(each.spec);
    child->tell(json{{"design", run_.group->design}, {"transfer", run_.group->transfer}, {"events", options_.events}, {"cases", specs}}.dump());
    if (!child->next_line(silence_seconds))
      return {Error::Code::system, "a benchmark process of " + run_.group->design + "/" + run_.group->transfer +
                                       " ended before its first case: " + last_words(child->end())};
    child_.emplace(std::move(*child));
    return {};
  }

  // Visits a case, and keeps what it says in `google_context` where nothing is yet.
  Error visit(std::size_t which, std::string& google_context) {
    Case& one = cases_[which];
    if (one.over) return {};
    if (!child_)
      if (Error error = start()) return error;
    child_->tell(std::to_string(which));
    const auto text = child_->next_line(silence_seconds);
    if (!text) {
      one.over = true;
      run_.refuse(one.name, last_words(child_->end()));
      child_.reset();
      return {};
    }
    const json line = json::parse(*text, nullptr, false);
    if (!line.is_object()) return {Error::Code::system, "a benchmark process wrote what is no result: " + *text};
    if (line.contains("void")) {
      one.over = true;
      run_.refuse(one.name, line["void"]);
      return {};
    }
    run_.take(one.name, sample_of(line, process_));
    if (google_context.empty() && line.contains("google")) google_context = line.at("google").at("context").dump();
    return {};
  }

  // Nothing is left to do. A process that cannot even end has no numbers.
  void end() {
    if (!child_) return;
    const ProcessEnd end = child_->end();
    child_.reset();
    if (end.why.empty()) return;
    for (const Case& each : cases_) run_.refuse(each.name, "its process did not end well: " + last_words(end));
  }

 private:
  void add(const BenchCase& bench_case, bool probed) {
    const unsigned visits = visits_of(bench_case);
    const json spec = child_case(bench_case, probed, options_.min_time / visits);
    const std::string name = spec["name"];
    if (std::ranges::find(cases_, name, &Case::name) != cases_.end()) return;
    const Cell& cell = bench_case.cell;
    cases_.push_back({name, bench_case.workload,
                      probed ? bench_case.workload + suffix_of(bench_case.variant) + "/" + to_string(cell.registers) + "/" +
                                   std::to_string(cell.tracers)
                             : name,
                      spec, visits});
  }

  GroupRun& run_;
  unsigned process_;
  const SessionOptions& options_;
  std::vector<Case> cases_;
  std::optional<Child> child_;
};

// A case in every group that has it: those are compared, so they are visited one behind the other.
struct Step {
  std::vector<std::pair<GroupProcess*, std::size_t>> turns;
  std::string name;
};

// Random, but the cases of a workload, and its unprobed run, follow each other.
std::vector<Step> steps_of(std::vector<GroupProcess>& processes, std::mt19937_64& random) {
  std::map<std::string, std::map<std::string, Step>> by_workload;
  for (GroupProcess& process : processes)
    for (std::size_t i = 0; i < process.cases().size(); ++i) {
      const GroupProcess::Case& one = process.cases()[i];
      by_workload[one.workload][one.alike].turns.emplace_back(&process, i);
    }
  std::vector<std::vector<Step>> workloads;
  for (auto& [workload, cases] : by_workload) {
    std::vector<Step>& steps = workloads.emplace_back();
    for (auto& [name, step] : cases) {
      step.name = name;
      steps.push_back(std::move(step));
    }
    std::ranges::shuffle(steps, random);
  }
  std::ranges::shuffle(workloads, random);
  std::vector<Step> all;
  for (auto& steps : workloads) std::ranges::move(steps, std::back_inserter(all));
  return all;
}

// The processes are alive at once, and one of them works at a time: whoever is compared is timed within a moment of the others, and in all
// rounds.
Error visit_in_turns(std::vector<GroupProcess>& processes, std::mt19937_64& random, std::string& google_context,
                     const std::function<void(const std::string&)>& show) {
  std::vector<Step> steps = steps_of(processes, random);
  for (GroupProcess& process : processes)
    if (Error error = process.start()) return error;
  Error failed;
  in_rounds(steps.size(), [&](unsigned round, std::size_t which) {
    if (failed) return;
    Step& step = steps[which];
    show(step.name + ", visit " + std::to_string(round + 1) + " of " + std::to_string(visits));
    std::ranges::shuffle(step.turns, random);
    for (const auto& [process, index] : step.turns) {
      if (round >= process->cases()[index].visits || failed) continue;
      failed = process->visit(index, google_context);
    }
  });
  if (failed) return failed;
  for (GroupProcess& process : processes) process.end();
  return {};
}

std::vector<GroupProcess> processes_of(std::vector<GroupRun>& runs, unsigned process, const SessionOptions& options) {
  std::vector<GroupProcess> processes;
  processes.reserve(runs.size());
  for (GroupRun& run : runs) {
    processes.emplace_back(run, process, options);
    if (processes.back().cases().empty()) processes.pop_back();
  }
  return processes;
}

}  // namespace

void add_visit(std::vector<Sample>& samples, const Sample& visit) {
  if (samples.empty() || samples.back().process != visit.process) {
    samples.push_back(visit);
    return;
  }
  Sample& kept = samples.back();
  kept.missed += visit.missed;
  if (visit.run_ns() >= kept.run_ns()) return;
  kept.iterations = visit.iterations;
  kept.runs_per_iteration = visit.runs_per_iteration;
  kept.real_ns = visit.real_ns;
  kept.cpu_ns = visit.cpu_ns;
}

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
  std::mt19937_64 random(options.seed);
  // The groups' processes together, and each of the others by itself.
  std::vector<std::pair<const OtherRun*, unsigned>> order;
  for (unsigned process = 0; process < options.processes; ++process) {
    order.emplace_back(nullptr, process);
    for (const OtherRun& run : others) order.emplace_back(&run, process);
  }
  std::ranges::shuffle(order, random);
  const std::size_t timings = visits * [&] {
    auto processes = processes_of(runs, 0, options);
    return steps_of(processes, random).size();
  }();
  const std::size_t total = options.processes * (timings + others.size());
  std::size_t done = 0;
  const auto show = [&](const std::string& what) { progress(done++, total, what); };
  for (const auto& [other, process] : order) {
    if (other) {
      show(other->what);
      if (Error error = other->run(process)) return error;
      continue;
    }
    auto processes = processes_of(runs, process, options);
    if (Error error = visit_in_turns(processes, random, result.google_context, show)) return error;
  }
  progress(total, total, "");
  return result;
}

}  // namespace retprobe::harness
