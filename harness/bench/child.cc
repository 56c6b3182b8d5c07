#include "harness/bench/child.h"

#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "harness/bench/experiments/experiment.h"
#include "harness/bench/measure.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

RegisterSet register_set(const std::string& name) {
  if (name == "vector") return RegisterSet::vector;
  return name == "full" ? RegisterSet::full : RegisterSet::scalar;
}

json describe(const Visit& visit) {
  json line = {{"threads", visit.times.threads},
               {"iterations", visit.times.iterations},
               {"real_ns", visit.times.real_ns},
               {"cpu_ns", visit.times.cpu_ns},
               {"runs_per_iteration", visit.runs_per_iteration},
               {"missed", visit.missed}};
  if (!visit.found) return line;
  line["calls_per_run"] = visit.found->calls_per_run;
  if (visit.found->memory) {
    line["bytes_per_frame"] = visit.found->memory->bytes_per_frame;
    line["stack_bytes_per_frame"] = visit.found->memory->stack_bytes_per_frame;
    line["bytes_per_thread"] = visit.found->memory->bytes_per_thread;
  }
  if (!visit.found->events.empty()) line["events"] = visit.found->events;
  if (visit.found->flips_per_second) line["flips_per_second"] = *visit.found->flips_per_second;
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

json child_case(const BenchCase& bench_case, bool probed, double seconds) {
  const bool plain = !probed && !changes_unprobed_run(bench_case.variant);
  return {{"name", probed ? name_of(bench_case) : unprobed_name_of(bench_case)},
          {"workload", bench_case.workload},
          {"kind", plain ? Variant::Kind::plain : bench_case.variant.kind},
          {"number", plain ? 0 : bench_case.variant.number},
          {"registers", to_string(bench_case.cell.registers)},
          {"tracers", probed ? bench_case.cell.tracers : 0},
          {"seconds", seconds}};
}

Error run_bench_child(std::istream& in, std::ostream& out) {
  const Error not_for_people{
      Error::Code::usage, "--child gets from 'retprobe bench' what to time; it is not for people"};
  std::string line;
  if (!std::getline(in, line)) return not_for_people;
  const json spec = json::parse(line, nullptr, false);
  if (!spec.is_object()) return not_for_people;
  const std::string design = spec.at("design"), transfer = spec.at("transfer");
  if (Error error = configure({design, transfer == "-" ? "paired" : transfer})) return error;
  struct Case {
    BenchCase bench_case;
    double seconds;
    bool visited = false;
    std::uint64_t runs_per_iteration = 0;
  };
  std::vector<Case> cases;
  for (const json& wanted : spec.at("cases"))
    cases.push_back(
        {{wanted.at("workload"),
          {wanted.at("kind").get<Variant::Kind>(), wanted.at("number")},
          {design, transfer, register_set(wanted.at("registers")), wanted.at("tracers")},
          {}},
         wanted.at("seconds")});
  const bool events = spec.value("events", false);
  out << json{{"ready", true}} << std::endl;
  while (std::getline(in, line)) {
    Case& one = cases.at(std::stoul(line));
    if (const Experiment* experiment = find_experiment(one.bench_case.workload)) {
      out << describe_or_void(experiment->run(one.bench_case.cell)) << std::endl;
      continue;
    }
    auto visit = one.visited ? visit_again(one.bench_case, one.seconds, one.runs_per_iteration)
                             : first_visit(one.bench_case, one.seconds, events);
    out << describe_or_void(visit) << std::endl;
    if (!visit.ok()) continue;
    one.visited = true;
    one.runs_per_iteration = visit->runs_per_iteration;
  }
  return {};
}

}  // namespace retprobe::harness
