// Measures how long a peer takes to attach to 40,000 functions in a fresh process, and to detach.
// The time is processor time, with the kernel's, as for our own in
// harness/bench/experiments/attach_many.cc. No thread runs the functions meanwhile, because not
// every peer protects a thread that does.
//
// The protocol is that of program/main.cc. There is one case, attach_40000:
//     PROGRAM bench VARIANT MIN_TIME attach_40000:probed
//           {"name": CASE, "figures": {NAME: VALUE…}, "counted": {"calls": N, "entries": N,
//           "exits": N}, "unprobed": {the same}, "optimised": TEXT}
// `counted` are the calls while the peer was attached. `unprobed` are the calls before and after,
// which the peer must not count.
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "harness/bench/experiments/clocks.h"
#include "harness/peers/program/functions.h"
#include "harness/peers/program/json.h"
#include "harness/peers/program/site.h"

namespace {

using namespace retprobe;
using namespace retprobe::peers;

// Rounds after the first one. There are fewer where they take long, but at least one.
constexpr unsigned rounds = 5;
constexpr double long_ns = 2e9;
constexpr std::uintptr_t page_bytes = 4096;

std::size_t pages_of(const std::vector<Function>& functions) {
  std::set<std::uintptr_t> pages;
  for (const Function& function : functions) pages.insert(function.address / page_bytes);
  return pages.size();
}

// Calls each function once, and adds the calls and what the peer counted.
void call(Peer& peer, const std::vector<Function>& functions, Count& count) {
  const Hits before = peer.hits().value_or(Hits{});
  for (const Function& function : functions)
    (void)reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(function.address)(1);
  const Hits after = peer.hits().value_or(Hits{});
  count.calls += functions.size();
  count.hits->entries += after.entries - before.entries;
  count.hits->exits += after.exits - before.exits;
}

struct Times {
  std::vector<double> cpu, wall;
};
template <class Change>
std::string timed(Times& times, const Change& change) {
  const double cpu = harness::cpu_ns(), wall = harness::now_ns();
  std::string why = change();
  times.cpu.push_back(harness::cpu_ns() - cpu);
  times.wall.push_back(harness::now_ns() - wall);
  return why;
}

std::string json_of(const std::string& name, const Times& times) {
  const auto figure = [](const std::string& key, double value) {
    return ", \"" + key + "\": " + std::to_string(value);
  };
  const auto again = [](const std::vector<double>& all) {
    return harness::quantile({all.begin() + 1, all.end()}, 0.5);
  };
  return figure("first_" + name + "_ns", times.cpu[0]) +
         figure("first_" + name + "_wall_ns", times.wall[0]) +
         figure(name + "_ns", again(times.cpu)) + figure(name + "_wall_ns", again(times.wall));
}

Result<std::string> measured(const std::string& variant) {
  const auto peer = make_peer();
  const auto functions = functions_named("crowd_*");
  if (!functions.ok()) return functions.error();
  Times attach, detach;
  Count probed{0, Hits{}}, unprobed{0, Hits{}};
  std::string_view sites;
  // The calls read in the functions' pages, as a program that runs would have done.
  call(*peer, *functions, unprobed);
  const double start = harness::now_ns();
  const auto long_enough = [&] { return harness::now_ns() > start + long_ns; };
  for (unsigned round = 0; round < 2 || (round < 1 + rounds && !long_enough()); ++round) {
    std::string why = timed(attach, [&] { return peer->attach_all(variant, *functions, true); });
    if (!why.empty()) return Error{Error::Code::refused, why};
    call(*peer, *functions, probed);
    sites = optimised(*functions);
    why = timed(detach, [&] { return peer->detach(); });
    if (!why.empty()) return Error{Error::Code::refused, why};
    call(*peer, *functions, unprobed);
  }
  return "\"figures\": {\"functions\": " + std::to_string(functions->size()) +
         ", \"pages\": " + std::to_string(pages_of(*functions)) + json_of("attach", attach) +
         json_of("detach", detach) + "}, \"counted\": " + json_of(probed) +
         ", \"unprobed\": " + json_of(unprobed) + ", \"optimised\": " + quoted(std::string(sites));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc == 5 && argv[1] == std::string("bench") ? argv[4] : "";
  if (name != "attach_40000:probed") {
    std::fprintf(stderr, "%s is started by 'retprobe bench --peers'; it is not for people\n",
                 argv[0]);
    return 2;
  }
  std::printf("{\"begin\": %s}\n", quoted(name).c_str());
  std::fflush(stdout);
  const auto result = measured(argv[2]);
  std::printf(
      "{\"name\": %s, %s}\n", quoted(name).c_str(),
      result.ok() ? result->c_str() : ("\"void\": " + quoted(result.error().message())).c_str());
  return 0;
}
