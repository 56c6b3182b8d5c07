#include "harness/session/session.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "harness/bench/child.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/measure.h"
#include "harness/json_line.h"
#include "harness/must.h"
#include "harness/session/context.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

// One group's cases, and where their samples go.
struct GroupRun {
  const BenchGroup* group;
  std::vector<CaseSamples*> cases;

  // `name` is a probed case, or an unprobed run that several cases share.
  void refuse(const std::string& name, const std::string& why) {
    for (CaseSamples* samples : cases)
      if ((name_of(samples->bench_case) == name || unprobed_name_of(samples->bench_case) == name) &&
          samples->void_reason.empty())
        samples->void_reason = why;
  }
  void take(const std::string& name, const Sample& sample) {
    for (CaseSamples* samples : cases) {
      if (name_of(samples->bench_case) == name) add_visit(samples->probed, sample);
      if (unprobed_name_of(samples->bench_case) == name) add_visit(samples->unprobed, sample);
    }
  }
};

// A process that runs cases of one group. It is configured for the group's design and transfer.
class GroupVisitor final : public Visitor {
 public:
  GroupVisitor(GroupRun& run, const std::vector<CaseSamples*>& cases, unsigned process,
               const SessionOptions& options)
      : Visitor(run.group->design + "/" + run.group->transfer),
        run_(run),
        process_(process),
        events_(options.events) {
    for (const CaseSamples* samples : cases) {
      if (!samples->void_reason.empty()) continue;
      const BenchCase& bench_case = samples->bench_case;
      const Cell& cell = bench_case.cell;
      add_case(bench_case, true,
               comparison_key(bench_case.workload + suffix_of(bench_case.variant), cell.registers,
                              cell.tracers),
               options.min_time);
      // An experiment needs no unprobed run: it measures what it is compared with itself.
      if (!find_experiment(bench_case.workload))
        add_case(bench_case, false, unprobed_name_of(bench_case), options.min_time);
    }
  }

 private:
  void add_case(const BenchCase& bench_case, bool probed, const std::string& key, double min_time) {
    // Plain workloads share the unprobed run, so a churn case does not set its number of visits.
    const unsigned visits =
        visits_of(probed ? bench_case : BenchCase{bench_case.workload, {}, bench_case.cell, {}});
    json spec = child_case(bench_case, probed, min_time / visits);
    if (std::ranges::find(specs_, spec["name"], [](const json& other) { return other["name"]; }) !=
        specs_.end())
      return;
    add({bench_case.workload, key, visits});
    specs_.push_back(std::move(spec));
  }

  Result<Child> fresh_process() override {
    auto child = Child::of_self({"bench", "--child"});
    if (child.ok())
      child->tell(json_line(json{{"design", run_.group->design},
                                 {"transfer", run_.group->transfer},
                                 {"events", events_},
                                 {"cases", specs_}}));
    return child;
  }
  void take(std::size_t which, const json& line) override {
    Sample sample = line;
    sample.process = process_;
    run_.take(specs_[which]["name"], sample);
  }
  void refuse(std::size_t which, const std::string& why) override {
    run_.refuse(specs_[which]["name"], why);
  }

  GroupRun& run_;
  unsigned process_;
  bool events_;
  std::vector<json> specs_;
};

}  // namespace

std::string comparison_key(const std::string& workload, RegisterSet registers, unsigned tracers) {
  return workload + "/" + to_string(registers) + "/" + std::to_string(tracers);
}

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

std::vector<CallTime> call_times(const std::vector<Sample>& probed,
                                 const std::vector<Sample>& unprobed) {
  std::vector<CallTime> all;
  for (const Sample& each : probed) {
    const auto beside = std::ranges::find(unprobed, each.process, &Sample::process);
    if (beside == unprobed.end() || each.calls_per_run <= 0) continue;
    all.push_back({each, each.run_ns() / each.calls_per_run,
                   (each.run_ns() - beside->run_ns()) / each.calls_per_run});
  }
  return all;
}

Result<SessionResult> run_session(const std::vector<BenchGroup>& groups,
                                  const SessionOptions& options, const Refusal& refused,
                                  const SessionProgress& progress, const Others& others) try {
  SessionResult result;
  result.google_context = google_context();
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
  const auto visitors = [&](unsigned process) {
    std::vector<std::unique_ptr<Visitor>> all;
    if (others.visitors) all = others.visitors(process);
    const auto add = [&](GroupRun& run, const std::vector<CaseSamples*>& cases) {
      all.push_back(std::make_unique<GroupVisitor>(run, cases, process, options));
    };
    for (GroupRun& run : runs) {
      std::vector<CaseSamples*> workloads;
      for (CaseSamples* samples : run.cases)
        // It leaves modules and blocks behind, which the next experiment would find.
        if (find_experiment(samples->bench_case.workload))
          add(run, {samples});
        else
          workloads.push_back(samples);
      add(run, workloads);
    }
    std::erase_if(all, [](const auto& visitor) { return visitor->cases().empty(); });
    return all;
  };

  const OtherWork other_work;
  // One turn of all visitors together, and one for each of the others by itself.
  std::vector<std::pair<const OtherRun*, unsigned>> order;
  for (unsigned process = 0; process < options.processes; ++process) {
    order.emplace_back(nullptr, process);
    for (const OtherRun& run : others.alone) order.emplace_back(&run, process);
  }
  std::mt19937_64 random(options.seed);
  std::ranges::shuffle(order, random);
  const std::size_t total = options.processes * (turns_of(visitors(0)) + others.alone.size());
  std::size_t done = 0;
  const auto show = [&](const std::string& what) { progress(done++, total, what); };
  for (const auto& [other, process] : order) {
    if (other) {
      show(other->what);
      other->run(process);
    } else {
      visit_in_turns(visitors(process), random, show);
    }
  }
  progress(total, total, "");
  result.other_processors = other_work.processors();
  return result;
} catch (const Failure& failure) {
  return failure.error;
}

}  // namespace retprobe::harness
