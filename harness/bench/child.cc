#include "harness/bench/child.h"

#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <vector>

#include "core/probe.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/measure.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

RegisterSet register_set(const std::string& name) {
  if (name == "vector") return RegisterSet::vector;
  return name == "full" ? RegisterSet::full : RegisterSet::scalar;
}

json describe(const Measurement& measurement) {
  json line = {{"google", json::parse(measurement.google.json)},
               {"runs_per_iteration", measurement.runs_per_iteration},
               {"calls_per_run", measurement.calls_per_run},
               {"missed", measurement.missed}};
  if (measurement.memory) {
    line["bytes_per_frame"] = measurement.memory->bytes_per_frame;
    line["stack_bytes_per_frame"] = measurement.memory->stack_bytes_per_frame;
    line["bytes_per_thread"] = measurement.memory->bytes_per_thread;
  }
  if (!measurement.events.empty()) line["events"] = measurement.events;
  if (measurement.flips_per_second) line["flips_per_second"] = *measurement.flips_per_second;
  return line;
}

json describe(const Findings& findings) {
  json figures = json::object();
  for (const Figure& figure : findings.figures) figures[figure.name] = figure.value;
  return {{"figures", figures}, {"missed", findings.missed}};
}

template <class T>
json describe_or_void(const Result<T>& result) {
  return result.ok() ? describe(*result) : json{{"void", result.error().message()}};
}

}  // namespace

json child_case(const BenchCase& bench_case, bool probed) {
  const bool plain = !probed && !changes_unprobed_run(bench_case.variant);
  return {{"name", probed ? name_of(bench_case) : unprobed_name_of(bench_case)},
          {"workload", bench_case.workload},
          {"kind", plain ? Variant::Kind::plain : bench_case.variant.kind},
          {"number", plain ? 0 : bench_case.variant.number},
          {"registers", to_string(bench_case.cell.registers)},
          {"tracers", probed ? bench_case.cell.tracers : 0}};
}

Error run_bench_child(std::istream& in, std::ostream& out) {
  const json spec = json::parse(in, nullptr, false);
  if (spec.is_discarded())
    return {Error::Code::usage, "--child reads a list of cases from 'retprobe bench'; it is not for people"};
  const std::string design = spec.at("design"), transfer = spec.at("transfer");
  if (Error error = configure({design, transfer == "-" ? "paired" : transfer})) return error;
  struct Case {
    BenchCase bench_case;
    std::string name;
    std::optional<Measurement> measurement = {};
    bool told = false;
  };
  std::vector<Case> cases;
  for (const json& wanted : spec.at("cases")) {
    BenchCase bench_case{wanted.at("workload"),
                         {wanted.at("kind").get<Variant::Kind>(), wanted.at("number")},
                         {design, transfer, register_set(wanted.at("registers")), wanted.at("tracers")},
                         {}};
    std::string name = name_of_run(bench_case);
    cases.push_back({std::move(bench_case), std::move(name)});
  }
  const double min_time = spec.at("min_time");
  const bool events = spec.value("events", false);
  in_rounds(cases.size(), [&](unsigned round, std::size_t which) {
    Case& one = cases[which];
    if (one.told) return;
    out << json{{"begin", one.name}} << std::endl;
    const auto tell = [&](json line) {
      line["name"] = one.name;
      out << line << std::endl;
      one.told = true;
    };
    if (const Experiment* experiment = find_experiment(one.bench_case.workload))
      return tell(describe_or_void(experiment->run(one.bench_case.cell)));
    const unsigned visits_of_it = visits_of(one.bench_case);
    const double seconds = min_time / visits_of_it;
    if (!one.measurement) {
      auto first = measure_case(one.bench_case, seconds, events);
      if (!first.ok()) return tell({{"void", first.error().message()}});
      one.measurement = std::move(*first);
    } else if (Error error = visit_again(one.bench_case, seconds, *one.measurement)) {
      return tell({{"void", error.message()}});
    }
    if (round + 1 == visits_of_it) tell(describe(*one.measurement));
  });
  return {};
}

}  // namespace retprobe::harness
