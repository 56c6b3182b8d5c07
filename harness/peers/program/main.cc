// The program that a peer probes. It has the workloads, compiled as the peer needs them, and the
// peer's hooks, if it has any. `retprobe bench --peers` starts it, or the peer's own tool where it
// has one. It speaks the protocol of harness/session/visitor.h. A tool may use standard input for
// itself, so a program that a tool starts runs through its cases without being asked.
//
//     PROGRAM visit VARIANT MIN_TIME WORKLOAD:probed|unprobed…
//           {"ready": true}                    and then, for each index of a case that it reads,
//           {"name": CASE, "cpu_ns": …, …}     the result of all visits so far, or
//           {"name": CASE, "void": WHY}
//     PROGRAM bench VARIANT MIN_TIME WORKLOAD:probed|unprobed…
//           {"begin": CASE}                    before each visit; and one line of the above for
//                                              each case
//     PROGRAM way_out VARIANT NAME             one of harness/scenarios/ways_out/shared_programs.h
//           {"name": NAME, "said": TEXT, "counted": {"calls": N, "entries": N, "exits": N}}
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
#include "harness/scenarios/ways_out/shared_programs.h"

namespace {

using namespace retprobe;
using namespace retprobe::peers;

std::string json_of(const Measurement& m) {
  return ", \"runs_per_iteration\": " + std::to_string(m.runs_per_iteration) +
         ", \"calls_per_run\": " + std::to_string(m.calls_per_run) +
         ", \"checksum\": " + std::to_string(m.checksum) +
         ", \"calls\": " + std::to_string(m.calls) + ", \"counted\": " + json_of(m.counted) +
         ", \"timed\": " + json_of(m.timed) +
         (m.optimised.empty() ? "" : ", \"optimised\": " + quoted(std::string(m.optimised))) +
         ", \"iterations\": " + std::to_string(m.times.iterations) +
         ", \"real_ns\": " + std::to_string(m.times.real_ns) +
         ", \"cpu_ns\": " + std::to_string(m.times.cpu_ns);
}

class Bench {
 public:
  Bench(const std::string& variant, double min_time, const std::vector<std::string>& names)
      : variant_(variant), min_time_(min_time) {
    for (const std::string& name : names) {
      cases_.push_back({name});
      for (const harness::Workload& each : peer_workloads())
        if (each.name == name.substr(0, name.find(':'))) cases_.back().workload = &each;
    }
  }

  void in_rounds() {
    harness::in_rounds(cases_.size(), [&](unsigned round, std::size_t which) {
      Case& one = cases_[which];
      if (one.over) return;
      std::cout << "{\"begin\": " << quoted(one.name) << "}" << std::endl;
      const std::string line = visit(one);
      if (one.over || round + 1 == harness::visits_of(*one.workload)) tell(one, line);
      one.over |= one.workload && round + 1 == harness::visits_of(*one.workload);
    });
  }

  void as_notified() {
    std::cout << "{\"ready\": true}" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
      Case& one = cases_.at(std::stoul(line));
      tell(one, visit(one));
    }
  }

 private:
  struct Case {
    std::string name;
    const harness::Workload* workload = nullptr;
    std::optional<Measurement> measurement = {};
    bool over = false;
  };

  static void tell(const Case& one, const std::string& what) {
    std::cout << "{\"name\": " << quoted(one.name) << what << "}" << std::endl;
  }
  // Visits a case. Returns the result of all its visits so far.
  std::string visit(Case& one) {
    const auto refuse = [&](const std::string& why) {
      one.over = true;
      return ", \"void\": " + quoted(why);
    };
    if (!one.workload) return refuse("its program was built without this workload");
    const bool probed = one.name.ends_with(":probed");
    const double seconds = min_time_ / harness::visits_of(*one.workload);
    if (!one.measurement) {
      auto first = measure(*peer_, variant_, *one.workload, probed, seconds);
      if (!first.ok()) return refuse(first.error().message());
      one.measurement = std::move(*first);
    } else if (Error error = visit_again(*peer_, variant_, *one.workload, probed, seconds,
                                         *one.measurement)) {
      return refuse(error.message());
    }
    return json_of(*one.measurement);
  }

  std::string variant_;
  double min_time_;
  std::vector<Case> cases_;
  decltype(make_peer()) peer_ = make_peer();
};

int way_out(const std::string& variant, const std::string& name) {
  const harness::WayOut* way = harness::find_way_out(name);
  auto functions = functions_named(harness::way_out_functions);
  if (!way || !functions.ok()) {
    std::fprintf(stderr, "%s\n",
                 way ? functions.error().message().c_str() : "there is no such way out");
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
  if (words.size() >= 4 && (words[0] == "bench" || words[0] == "visit")) {
    Bench bench(words[1], std::atof(words[2].c_str()), {words.begin() + 3, words.end()});
    words[0] == "bench" ? bench.in_rounds() : bench.as_notified();
    return 0;
  }
  if (words.size() == 3 && words[0] == "way_out") return way_out(words[1], words[2]);
  std::fprintf(stderr, "%s is started by 'retprobe bench --peers'; it is not for people\n",
               argv[0]);
  return 2;
}
