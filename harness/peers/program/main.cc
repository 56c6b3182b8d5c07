// The program that a peer probes: it has the workloads, compiled as the peer needs them, and the peer's hooks, if it has
// any. It is started by `retprobe bench --peers`, by the peer's own tool where it has one, and speaks the protocol of
// harness/bench/child.h the other way round: cases are words, as not every peer leaves standard input alone.
//
//     PROGRAM bench VARIANT MIN_TIME WORKLOAD:probed|unprobed…
//           {"begin": CASE}                    before each visit
//           {"name": CASE, "google": {…}, …}   after it, or
//           {"name": CASE, "void": WHY}
//     PROGRAM way_out VARIANT NAME             one of harness/scenarios/way_out_programs.h
//           {"name": NAME, "said": TEXT, "counted": {"calls": N, "entries": N, "exits": N}}
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "harness/peers/program/functions.h"
#include "harness/peers/program/json.h"
#include "harness/peers/program/measure.h"
#include "harness/peers/program/table.h"
#include "harness/scenarios/way_out_programs.h"

namespace {

using namespace retprobe;
using namespace retprobe::peers;

// As the protocol has it.
std::string on_one_line(std::string json) {
  std::ranges::replace(json, '\n', ' ');
  return json;
}

std::string json_of(const Measurement& m) {
  return ", \"runs_per_iteration\": " + std::to_string(m.runs_per_iteration) +
         ", \"calls_per_run\": " + std::to_string(m.calls_per_run) +
         ", \"checksum\": " + std::to_string(m.checksum) + ", \"calls\": " + std::to_string(m.calls) +
         ", \"counted\": " + json_of(m.counted) + ", \"timed\": " + json_of(m.timed) +
         ", \"google\": " + on_one_line(m.google.json);
}

int bench(const std::string& variant, double min_time, const std::vector<std::string>& names) {
  struct Case {
    std::string name;
    const harness::Workload* workload = nullptr;
    std::optional<Measurement> measurement = {};
    bool told = false;
  };
  std::vector<Case> cases;
  for (const std::string& name : names) {
    cases.push_back({name});
    for (const harness::Workload& each : peer_workloads())
      if (each.name == name.substr(0, name.find(':'))) cases.back().workload = &each;
  }
  const auto peer = make_peer();
  harness::in_rounds(cases.size(), [&](unsigned round, std::size_t which) {
    Case& one = cases[which];
    if (one.told) return;
    std::cout << "{\"begin\": " << quoted(one.name) << "}" << std::endl;
    const auto tell = [&](const std::string& text) {
      std::cout << "{\"name\": " << quoted(one.name) << text << "}" << std::endl;
      one.told = true;
    };
    const auto refuse = [&](const std::string& why) { tell(", \"void\": " + quoted(why)); };
    if (!one.workload) return refuse("its program was built without this workload");
    const bool probed = one.name.ends_with(":probed");
    const unsigned visits = harness::visits_of(*one.workload);
    const double seconds = min_time / visits;
    if (!one.measurement) {
      auto first = measure(*peer, variant, *one.workload, probed, seconds);
      if (!first.ok()) return refuse(first.error().message());
      one.measurement = std::move(*first);
    } else if (Error error = visit_again(*peer, variant, *one.workload, probed, seconds, *one.measurement)) {
      return refuse(error.message());
    }
    if (round + 1 == visits) tell(json_of(*one.measurement));
  });
  return 0;
}

int way_out(const std::string& variant, const std::string& name) {
  const harness::WayOut* way = harness::find_way_out(name);
  auto functions = functions_named(harness::way_out_functions);
  if (!way || !functions.ok()) {
    std::fprintf(stderr, "%s\n", way ? functions.error().message().c_str() : "there is no such way out");
    return 2;
  }
  const auto peer = make_peer();
  if (const std::string why = peer->attach(variant, *functions, true); !why.empty()) {
    std::fprintf(stderr, "%s\n", why.c_str());
    return 2;
  }
  const std::string said = way->run();
  const Count count{way->calls(), peer->hits()};
  std::cout << "{\"name\": " << quoted(name) << ", \"said\": " << quoted(said)
            << ", \"counted\": " << json_of(count) << "}" << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 4 && words[0] == "bench")
    return bench(words[1], std::atof(words[2].c_str()), {words.begin() + 3, words.end()});
  if (words.size() == 3 && words[0] == "way_out") return way_out(words[1], words[2]);
  std::fprintf(stderr, "%s is started by 'retprobe bench --peers'; it is not for people\n", argv[0]);
  return 2;
}
