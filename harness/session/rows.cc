#include "harness/session/rows.h"

#include <map>

#include "harness/results/statistics.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

ordered_json iteration(const ordered_json& head, std::size_t index, std::size_t repetitions) {
  ordered_json row = head;
  row["repetitions"] = repetitions;
  row["repetition_index"] = index;
  return row;
}

ordered_json aggregate(const ordered_json& head, std::size_t repetitions) {
  ordered_json row = head;
  row["name"] = head["name"].get<std::string>() + "_median";
  row["run_type"] = "aggregate";
  row["aggregate_name"] = "median";
  row["repetitions"] = repetitions;
  return row;
}

void add_times(ordered_json& row, unsigned threads, std::uint64_t iterations, double real_ns,
               double cpu_ns) {
  row["threads"] = threads;
  row["iterations"] = iterations;
  row["real_time"] = real_ns;
  row["cpu_time"] = cpu_ns;
  row["time_unit"] = "ns";
}

template <class ValueOf>
std::vector<double> values_of(std::span<const CallTime> times, ValueOf value_of) {
  std::vector<double> values;
  for (const CallTime& each : times) values.push_back(std::invoke(value_of, each));
  return values;
}

}  // namespace

ordered_json row_head(const std::string& name) {
  return {{"name", name}, {"run_name", name}, {"run_type", "iteration"}};
}

void add_timed_rows(ordered_json& rows, const ordered_json& head, std::span<const CallTime> times,
                    const AddFigures& add_figures) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Sample& sample = times[i].sample;
    ordered_json row = iteration(head, i, times.size());
    add_times(row, sample.threads, sample.iterations, sample.real_ns, sample.cpu_ns);
    add_figures(row, times.subspan(i, 1));
    rows.push_back(std::move(row));
  }
  const auto real_ns = [](const CallTime& each) {
    return each.sample.real_ns / static_cast<double>(each.sample.runs_per_iteration);
  };
  const auto cpu_ns = [](const CallTime& each) { return each.sample.run_ns(); };
  ordered_json row = aggregate(head, times.size());
  row["aggregate_unit"] = "time";
  add_times(row, times.front().sample.threads, times.size(),
            spread_of(values_of(times, real_ns)).median,
            spread_of(values_of(times, cpu_ns)).median);
  add_figures(row, times);
  rows.push_back(std::move(row));
}

void add_call_times(ordered_json& row, std::span<const CallTime> times,
                    std::optional<double> floor) {
  const auto add = [&](const std::string& name, double CallTime::* of) {
    const std::vector<double> values = values_of(times, of);
    const Spread spread = spread_of(values);
    row[name] = spread.median;
    if (row["run_type"] != "aggregate") return;
    row[name + "_low"] = spread.low;
    row[name + "_high"] = spread.high;
    // In the order of the processes, which is the same in each row of a design and transfer: the
    // goals compare pairs, and a trimmed file has only this row.
    row[name + "_samples"] = values;
  };
  add("ns_per_call", &CallTime::ns_per_call);
  add("added_ns", &CallTime::added_ns);
  if (floor && *floor > 0) row["ratio_to_call_through"] = row["added_ns"].get<double>() / *floor;
  if (row["run_type"] == "aggregate") row["calls_per_run"] = times.front().sample.calls_per_run;
}

void add_experiment_rows(ordered_json& rows, const ordered_json& head,
                         const std::vector<Sample>& samples) {
  std::map<std::string, std::vector<double>> values;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ordered_json row = iteration(head, i, samples.size());
    row["figures"] = samples[i].figures;
    rows.push_back(std::move(row));
    for (const auto& [name, value] : samples[i].figures) values[name].push_back(value);
  }
  ordered_json row = aggregate(head, samples.size());
  for (const auto& [name, of_processes] : values) {
    const Spread spread = spread_of(of_processes);
    row["figures"][name] = {{"median", spread.median},
                            {"low", spread.low},
                            {"high", spread.high},
                            {"samples", of_processes}};
  }
  rows.push_back(std::move(row));
}

void add_void_row(ordered_json& rows, ordered_json head, const std::string& why) {
  head["error_occurred"] = true;  // how Google Benchmark marks a row without a time
  head["error_message"] = why;
  head["void"] = why;
  rows.push_back(std::move(head));
}

}  // namespace retprobe::harness
