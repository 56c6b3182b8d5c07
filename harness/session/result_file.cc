#include "harness/session/result_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/hooks/design_table.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/perf_events.h"
#include "harness/bench/timing.h"
#include "harness/results/statistics.h"
#include "harness/session/context.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::vector<CallTime> call_times(const CaseSamples& samples) {
  return call_times(samples.probed, samples.unprobed);
}

template <class Projection>
Spread spread(const std::vector<CallTime>& times, Projection projection) {
  std::vector<double> values;
  for (const CallTime& each : times) values.push_back(std::invoke(projection, each));
  return spread_of(std::move(values));
}

double total_missed(const CaseSamples& samples) {
  double sum = 0;
  for (const Sample& sample : samples.probed) sum += static_cast<double>(sample.missed);
  return sum;
}

ordered_json row_head(const std::string& run_name, const BenchCase* bench_case) {
  ordered_json row = {{"name", run_name}, {"run_name", run_name}, {"run_type", "iteration"}};
  if (!bench_case) return row;
  row["workload"] = bench_case->workload + suffix_of(bench_case->variant);
  row["design"] = bench_case->cell.design;
  row["transfer"] = bench_case->cell.transfer;
  row["registers"] = to_string(bench_case->cell.registers);
  row["tracers"] = bench_case->cell.tracers;
  row["handlers"] = handlers_of(bench_case->variant);
  return row;
}

ordered_json unprobed_head(const BenchCase& bench_case) {
  const std::string name = unprobed_name_of(bench_case);
  ordered_json row = row_head(name, nullptr);
  row["workload"] = name.substr(0, name.find('/'));
  row["design"] = "unprobed";
  row["transfer"] = "-";
  row["registers"] = "-";
  row["tracers"] = 0;
  return row;
}

void add_times(ordered_json& row, const Sample& sample, std::size_t index,
               std::size_t repetitions) {
  row["repetitions"] = repetitions;
  row["repetition_index"] = index;
  row["threads"] = sample.threads;
  row["iterations"] = sample.iterations;
  row["real_time"] = sample.real_ns;
  row["cpu_time"] = sample.cpu_ns;
  row["time_unit"] = "ns";
}

// Adds each event's median, over the samples that have the event.
void add_events(ordered_json& row, const std::vector<Sample>& samples) {
  std::map<std::string, std::vector<double>> values;
  for (const Sample& sample : samples)
    for (const auto& [name, value] : sample.events) values[name].push_back(value);
  for (auto& [name, each] : values) row["events"][name] = spread_of(std::move(each)).median;
}

void make_aggregate(ordered_json& row, std::size_t repetitions, unsigned threads) {
  row["name"] = row["run_name"].get<std::string>() + "_median";
  row["run_type"] = "aggregate";
  row["aggregate_name"] = "median";
  row["aggregate_unit"] = "time";
  row["repetitions"] = repetitions;
  row["threads"] = threads;
  row["iterations"] = repetitions;
}

class Rows {
 public:
  explicit Rows(const SessionResult& session) : session_(session) {
    for (const CaseSamples& samples : session.cases) {
      const DesignEntry* design = find_design(samples.bench_case.cell.design);
      if (!design || design->facts.wiring != Wiring::framed || !why_void(samples).empty()) continue;
      if (find_experiment(samples.bench_case.workload)) continue;
      floors_[floor_key(samples.bench_case)] =
          spread(call_times(samples), &CallTime::added_ns).median;
    }
  }

  ordered_json all() {
    ordered_json rows = ordered_json::array();
    std::map<std::string, bool> unprobed_done;
    for (const CaseSamples& samples : session_.cases) {
      if (!samples.unprobed.empty() && !unprobed_done[unprobed_name_of(samples.bench_case)]) {
        unprobed_done[unprobed_name_of(samples.bench_case)] = true;
        add_unprobed(rows, samples.bench_case);
      }
    }
    for (const CaseSamples& samples : session_.cases) {
      if (const std::string why = why_void(samples); !why.empty())
        add_void(rows, samples, why);
      else if (find_experiment(samples.bench_case.workload))
        add_experiment(rows, samples);
      else
        add_case(rows, samples);
    }
    return rows;
  }

 private:
  static std::string floor_key(const BenchCase& bench_case) {
    return bench_case.workload + suffix_of(bench_case.variant) + "/" +
           to_string(bench_case.cell.registers) + "/" + std::to_string(bench_case.cell.tracers);
  }

  static std::string why_void(const CaseSamples& samples) {
    if (!samples.void_reason.empty()) return samples.void_reason;
    if (const double missed = total_missed(samples); missed > 0) {
      char text[48];
      std::snprintf(text, sizeof text, "missed %.0f calls", missed);
      return text;
    }
    if (find_experiment(samples.bench_case.workload))
      return samples.probed.empty() ? "no process ended" : "";
    if (call_times(samples).empty()) return "no probed call was seen, so there is no time per call";
    return "";
  }

  // The unprobed runs of a workload are compared with all its cases. They come from the processes
  // of all groups.
  void add_unprobed(ordered_json& rows, const BenchCase& of) {
    std::vector<Sample> all;
    std::map<std::pair<std::string, unsigned>, bool> seen;
    for (const CaseSamples& samples : session_.cases) {
      if (unprobed_name_of(samples.bench_case) != unprobed_name_of(of)) continue;
      const Cell& cell = samples.bench_case.cell;
      for (const Sample& sample : samples.unprobed) {
        bool& taken = seen[{cell.design + "/" + cell.transfer, sample.process}];
        if (!taken) all.push_back(sample);
        taken = true;
      }
    }
    std::vector<double> per_call, real, cpu;
    for (std::size_t i = 0; i < all.size(); ++i) {
      ordered_json row = unprobed_head(of);
      add_times(row, all[i], i, all.size());
      // Only probes count a real program's calls. Its unprobed run therefore has a time, but no
      // time per call.
      if (all[i].calls_per_run > 0) per_call.push_back(all[i].run_ns() / all[i].calls_per_run);
      if (all[i].calls_per_run > 0) row["ns_per_call"] = per_call.back();
      real.push_back(all[i].real_ns / static_cast<double>(all[i].runs_per_iteration));
      cpu.push_back(all[i].cpu_ns / static_cast<double>(all[i].runs_per_iteration));
      add_events(row, {all[i]});
      rows.push_back(row);
    }
    ordered_json row = unprobed_head(of);
    make_aggregate(row, all.size(), all.front().threads);
    row["real_time"] = spread_of(real).median;
    row["cpu_time"] = spread_of(cpu).median;
    row["time_unit"] = "ns";
    if (!per_call.empty()) row["ns_per_call"] = spread_of(per_call).median;
    add_events(row, all);
    rows.push_back(row);
  }

  void add_void(ordered_json& rows, const CaseSamples& samples, const std::string& why) {
    ordered_json row = row_head(name_of(samples.bench_case), &samples.bench_case);
    row["error_occurred"] = true;  // how Google Benchmark marks a row without a time
    row["error_message"] = why;
    row["void"] = why;
    if (!samples.probed.empty()) row["missed"] = total_missed(samples);
    rows.push_back(row);
  }

  // An experiment has no times of Google Benchmark: each of its figures has its own meaning.
  void add_experiment(ordered_json& rows, const CaseSamples& samples) {
    std::map<std::string, std::vector<double>> values;
    for (std::size_t i = 0; i < samples.probed.size(); ++i) {
      ordered_json row = row_head(name_of(samples.bench_case), &samples.bench_case);
      row["repetitions"] = samples.probed.size();
      row["repetition_index"] = i;
      row["missed"] = 0;
      row["figures"] = samples.probed[i].figures;
      rows.push_back(row);
      for (const auto& [name, value] : samples.probed[i].figures) values[name].push_back(value);
    }
    ordered_json row = row_head(name_of(samples.bench_case), &samples.bench_case);
    row["name"] = row["run_name"].get<std::string>() + "_median";
    row["run_type"] = "aggregate";
    row["aggregate_name"] = "median";
    row["repetitions"] = samples.probed.size();
    row["missed"] = 0;
    for (const auto& [name, of_processes] : values) {
      const Spread spread = spread_of(of_processes);
      row["figures"][name] = {{"median", spread.median},
                              {"low", spread.low},
                              {"high", spread.high},
                              {"samples", of_processes}};
    }
    rows.push_back(row);
  }

  void add_case(ordered_json& rows, const CaseSamples& samples) {
    const auto times = call_times(samples);
    const auto floor = floors_.find(floor_key(samples.bench_case));
    const auto add_ratio = [&](ordered_json& row, double added) {
      if (floor != floors_.end() && floor->second > 0)
        row["ratio_to_call_through"] = added / floor->second;
    };
    std::vector<double> real, cpu, frame, stack, thread, added_samples, per_call_samples;
    for (std::size_t i = 0; i < times.size(); ++i) {
      const auto& [sample, ns_per_call, added_ns] = times[i];
      ordered_json row = row_head(name_of(samples.bench_case), &samples.bench_case);
      add_times(row, sample, i, times.size());
      row["ns_per_call"] = ns_per_call;
      row["added_ns"] = added_ns;
      add_ratio(row, added_ns);
      row["missed"] = sample.missed;
      row["bytes_per_frame"] = sample.bytes_per_frame;
      row["stack_bytes_per_frame"] = sample.stack_bytes_per_frame;
      row["bytes_per_thread"] = sample.bytes_per_thread;
      if (sample.flips_per_second >= 0) row["flips_per_second"] = sample.flips_per_second;
      add_events(row, {sample});
      rows.push_back(row);
      added_samples.push_back(added_ns);
      per_call_samples.push_back(ns_per_call);
      real.push_back(sample.real_ns / static_cast<double>(sample.runs_per_iteration));
      cpu.push_back(sample.cpu_ns / static_cast<double>(sample.runs_per_iteration));
      frame.push_back(sample.bytes_per_frame);
      stack.push_back(sample.stack_bytes_per_frame);
      thread.push_back(sample.bytes_per_thread);
    }
    const Spread added = spread(times, &CallTime::added_ns),
                 per_call = spread(times, &CallTime::ns_per_call);
    ordered_json row = row_head(name_of(samples.bench_case), &samples.bench_case);
    make_aggregate(row, times.size(), times.front().sample.threads);
    // Of one iteration of the workload. The number of these in one iteration of Google Benchmark
    // differs from process to process.
    row["real_time"] = spread_of(real).median;
    row["cpu_time"] = spread_of(cpu).median;
    row["time_unit"] = "ns";
    row["ns_per_call"] = per_call.median;
    row["ns_per_call_low"] = per_call.low;
    row["ns_per_call_high"] = per_call.high;
    row["added_ns"] = added.median;
    row["added_ns_low"] = added.low;
    row["added_ns_high"] = added.high;
    // In the order of the processes, which is the same in each row of a design and transfer: the
    // goals compare pairs, and a trimmed file has only this row.
    row["added_ns_samples"] = added_samples;
    row["ns_per_call_samples"] = per_call_samples;
    add_ratio(row, added.median);
    row["missed"] = 0;
    row["calls_per_run"] = times.front().sample.calls_per_run;
    row["bytes_per_frame"] = spread_of(frame).median;
    row["stack_bytes_per_frame"] = spread_of(stack).median;
    row["bytes_per_thread"] = spread_of(thread).median;
    add_events(row, samples.probed);
    rows.push_back(row);
  }

  const SessionResult& session_;
  std::map<std::string, double> floors_;  // added_ns of call_through, by case
};

ordered_json describe(const Verification& verification) {
  ordered_json result = {{"ran", verification.ran}};
  if (!verification.ran) return result;
  ordered_json candidates = ordered_json::object();
  for (const auto& [name, verdict] : verification.candidates)
    candidates[name] = {{"pass", verdict.pass},         {"fail", verdict.fail},
                        {"declared", verdict.declared}, {"unavailable", verdict.unavailable},
                        {"failures", verdict.failures}, {"declarations", verdict.declarations}};
  result["left_out"] = verification.left_out;
  result["candidates"] = candidates;
  return result;
}

}  // namespace

ordered_json result_file(const SessionResult& session, const SessionOptions& options, bool quick,
                         const Verification& verification) {
  ordered_json context = session.google_context;
  const ordered_json machine = machine_context();
  for (const auto& [key, value] : machine.items()) context[key] = value;
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
  return {{"context", context}, {"benchmarks", Rows(session).all()}};
}

}  // namespace retprobe::harness
