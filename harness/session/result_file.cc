#include "harness/session/result_file.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "core/hooks/design_table.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/perf_events.h"
#include "harness/bench/timing.h"
#include "harness/results/statistics.h"
#include "harness/session/context.h"
#include "harness/session/rows.h"
#include "harness/text.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::uint64_t total_missed(std::span<const Sample> samples) {
  std::uint64_t sum = 0;
  for (const Sample& sample : samples) sum += sample.missed;
  return sum;
}

ordered_json head_of(const BenchCase& bench_case) {
  ordered_json row = row_head(name_of(bench_case));
  row["workload"] = bench_case.workload + suffix_of(bench_case.variant);
  row["design"] = bench_case.cell.design;
  row["transfer"] = bench_case.cell.transfer;
  row["registers"] = to_string(bench_case.cell.registers);
  row["tracers"] = bench_case.cell.tracers;
  row["handlers"] = handlers_of(bench_case.variant);
  return row;
}

ordered_json unprobed_head(const BenchCase& bench_case) {
  const std::string name = unprobed_name_of(bench_case);
  ordered_json row = row_head(name);
  row["workload"] = name.substr(0, name.find('/'));
  row["design"] = "unprobed";
  row["transfer"] = "-";
  row["registers"] = "-";
  row["tracers"] = 0;
  return row;
}

// Adds each event's median, over the samples that have the event.
void add_events(ordered_json& row, std::span<const CallTime> times) {
  std::map<std::string, std::vector<double>> values;
  for (const CallTime& each : times)
    for (const auto& [name, value] : each.sample.events) values[name].push_back(value);
  for (auto& [name, each] : values) row["events"][name] = spread_of(std::move(each)).median;
}

// What a probed run has beside its times.
void add_measured(ordered_json& row, std::span<const CallTime> times) {
  row["missed"] = 0;
  const auto add = [&](const char* name, double Sample::* of) {
    std::vector<double> values;
    for (const CallTime& each : times) values.push_back(each.sample.*of);
    row[name] = spread_of(std::move(values)).median;
  };
  add("bytes_per_frame", &Sample::bytes_per_frame);
  add("stack_bytes_per_frame", &Sample::stack_bytes_per_frame);
  add("bytes_per_thread", &Sample::bytes_per_thread);
  if (row["run_type"] == "iteration" && times[0].sample.flips_per_second >= 0)
    row["flips_per_second"] = times[0].sample.flips_per_second;
  add_events(row, times);
}

std::string why_void(const CaseSamples& samples) {
  if (!samples.void_reason.empty()) return samples.void_reason;
  if (const auto missed = total_missed(samples.probed); missed > 0)
    return "missed " + grouped(missed) + " calls";
  if (find_experiment(samples.bench_case.workload))
    return samples.probed.empty() ? "no process ended" : "";
  if (call_times(samples.probed, samples.unprobed).empty())
    return "no probed call was seen, so there is no time per call";
  return "";
}

std::string floor_key(const BenchCase& bench_case) {
  return comparison_key(bench_case.workload + suffix_of(bench_case.variant),
                        bench_case.cell.registers, bench_case.cell.tracers);
}

// added_ns of call_through, by case.
std::map<std::string, double> floors_of(const SessionResult& session) {
  std::map<std::string, double> floors;
  for (const CaseSamples& samples : session.cases) {
    const DesignEntry* design = find_design(samples.bench_case.cell.design);
    if (!design || design->facts.wiring != Wiring::framed || !why_void(samples).empty()) continue;
    if (find_experiment(samples.bench_case.workload)) continue;
    std::vector<double> added;
    for (const CallTime& each : call_times(samples.probed, samples.unprobed))
      added.push_back(each.added_ns);
    floors[floor_key(samples.bench_case)] = spread_of(std::move(added)).median;
  }
  return floors;
}

// The unprobed runs of a workload are compared with all its cases. They come from the processes of
// all groups.
void add_unprobed(ordered_json& rows, const SessionResult& session, const BenchCase& of) {
  std::vector<CallTime> all;
  std::set<std::tuple<std::string, std::string, unsigned>> taken;
  for (const CaseSamples& samples : session.cases) {
    if (unprobed_name_of(samples.bench_case) != unprobed_name_of(of)) continue;
    const Cell& cell = samples.bench_case.cell;
    for (const Sample& sample : samples.unprobed)
      if (taken.insert({cell.design, cell.transfer, sample.process}).second)
        all.push_back({sample, sample.run_ns() / sample.calls_per_run, 0});
  }
  add_timed_rows(rows, unprobed_head(of), all, [](ordered_json& row, auto times) {
    // Only probes count a real program's calls. Its unprobed run therefore has a time, but no time
    // per call.
    std::vector<double> per_call;
    for (const CallTime& each : times)
      if (each.sample.calls_per_run > 0) per_call.push_back(each.ns_per_call);
    if (!per_call.empty()) row["ns_per_call"] = spread_of(std::move(per_call)).median;
    add_events(row, times);
  });
}

ordered_json rows_of(const SessionResult& session) {
  ordered_json rows = ordered_json::array();
  std::set<std::string> done;
  for (const CaseSamples& samples : session.cases)
    if (!samples.unprobed.empty() && done.insert(unprobed_name_of(samples.bench_case)).second)
      add_unprobed(rows, session, samples.bench_case);
  const std::map<std::string, double> floors = floors_of(session);
  for (const CaseSamples& samples : session.cases) {
    ordered_json head = head_of(samples.bench_case);
    if (const std::string why = why_void(samples); !why.empty()) {
      add_void_row(rows, head, why);
      if (!samples.probed.empty()) rows.back()["missed"] = total_missed(samples.probed);
    } else if (find_experiment(samples.bench_case.workload)) {
      head["missed"] = 0;  // why_void has looked
      add_experiment_rows(rows, head, samples.probed);
    } else {
      const auto floor = floors.find(floor_key(samples.bench_case));
      add_timed_rows(rows, head, call_times(samples.probed, samples.unprobed),
                     [&](ordered_json& row, auto times) {
                       add_call_times(
                           row, times,
                           floor == floors.end() ? std::nullopt : std::optional(floor->second));
                       add_measured(row, times);
                     });
    }
  }
  return rows;
}

ordered_json describe(const Verification& verification) {
  ordered_json result = {{"ran", verification.ran}};
  if (!verification.ran) return result;
  ordered_json candidates = ordered_json::object();
  for (const auto& [name, verdict] : verification.candidates) {
    ordered_json& candidate = candidates[name];
    for (const Verdict each :
         {Verdict::pass, Verdict::fail, Verdict::declared, Verdict::unavailable}) {
      const auto count = verdict.counts.find(each);
      candidate[std::string(to_string(each))] = count == verdict.counts.end() ? 0 : count->second;
    }
    candidate["failures"] = verdict.failures;
    candidate["declarations"] = verdict.declarations;
  }
  result["left_out"] = verification.left_out;
  result["candidates"] = candidates;
  return result;
}

}  // namespace

ordered_json result_file(const SessionResult& session, const SessionOptions& options, bool quick,
                         const Verification& verification) {
  ordered_json context = session.google_context;
  context.update(machine_context());
  if (session.other_processors) context["other_processors"] = *session.other_processors;
  context["retprobe"] = 1;  // the version of the format
  context["quick"] = quick;
  context["processes"] = options.processes;
  context["min_time"] = options.min_time;
  context["visits"] = visits;
  context["in_turns"] = true;
  context["seed"] = options.seed;
  if (options.events) {
    const std::vector<PerfEvent> events = perf_events_here();
    const PerfCounters here(events);
    context["events"] = ordered_json::object();
    for (const PerfEvent& event : events) {
      const auto absent = here.absent().find(std::string(event.name));
      context["events"][std::string(event.name)] =
          absent == here.absent().end() ? "counted" : absent->second;
    }
  }
  context["interval_coverage"] = coverage(options.processes);
  context["verified"] = verification.ran;
  context["verification"] = describe(verification);
  ordered_json designs = ordered_json::object();
  for (const auto& samples : session.cases) {
    const DesignEntry* design = find_design(samples.bench_case.cell.design);
    if (!design || designs.contains(std::string(design->name))) continue;
    const bool floor =
        design->facts.wiring == Wiring::framed || design->facts.wiring == Wiring::unhooked;
    designs[std::string(design->name)] = {
        {"idea", design->facts.idea}, {"proposed_by", design->facts.proposed_by}, {"floor", floor}};
  }
  context["designs"] = designs;
  return {{"context", context}, {"benchmarks", rows_of(session)}};
}

}  // namespace retprobe::harness
