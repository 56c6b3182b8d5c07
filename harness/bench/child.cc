#include "harness/bench/child.h"

#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "harness/bench/experiments/experiment.h"
#include "harness/bench/measure.h"
#include "harness/json_line.h"
#include "harness/must.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

RegisterSet register_set(const std::string& name) {
  if (name == "vector") return RegisterSet::vector;
  return name == "full" ? RegisterSet::full : RegisterSet::scalar;
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
  out << json_line(json{{"ready", true}}) << std::endl;
  while (std::getline(in, line)) {
    Case& one = cases.at(std::stoul(line));
    try {
      if (const Experiment* experiment = find_experiment(one.bench_case.workload)) {
        out << json_line(json(experiment->run(one.bench_case.cell))) << std::endl;
        continue;
      }
      const Sample sample = one.visited
                                ? visit_again(one.bench_case, one.seconds, one.runs_per_iteration)
                                : first_visit(one.bench_case, one.seconds, events);
      out << json_line(json(sample)) << std::endl;
      one.visited = true;
      one.runs_per_iteration = sample.runs_per_iteration;
    } catch (const Failure& failure) {
      out << json_line(json{{"void", failure.what()}}) << std::endl;
    }
  }
  return {};
}

}  // namespace retprobe::harness
