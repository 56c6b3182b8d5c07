// How long __xray_patch takes for 40,000 functions in a fresh process, and __xray_unpatch: processor time, the kernel's included, as of
// our own in harness/bench/experiments/attach_many.cc. Nobody runs them meanwhile, since XRay protects nobody who does.
//
// In the protocol of program/main.cc, of which it is the one case attach_40000:
//     PROGRAM bench VARIANT MIN_TIME attach_40000:probed
//           {"name": CASE, "figures": {NAME: VALUE…}, "counted": {"calls": N, "entries": N, "exits": N}, "unprobed": {the same}}
// `counted` are the calls while they were patched, `unprobed` those before and after, of which the handler must not be told.
#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "harness/bench/experiments/clocks.h"
#include "harness/peers/program/peer.h"
#include "harness/peers/xray/runtime.h"

namespace {

using retprobe::harness::cpu_ns;
using retprobe::harness::now_ns;
using retprobe::harness::quantile;
using retprobe::peers::Hits;

constexpr unsigned rounds = 5;  // after the first
constexpr std::uintptr_t page_bytes = 4096;

Hits told;
void count(std::int32_t, XRayEntryType type) {
  if (type == ENTRY || type == LOG_ARGS_ENTRY)
    ++told.entries;
  else
    ++told.exits;
}

using Function = std::uint64_t (*)(std::uint64_t);

// All functions that XRay knows, and this program has no others than the crowd.
std::vector<std::uintptr_t> addresses() {
  std::vector<std::uintptr_t> found;
  for (std::size_t id = 1; id <= __xray_max_function_id(); ++id)
    found.push_back(__xray_function_address(static_cast<std::int32_t>(id)));
  return found;
}

std::size_t pages_of(const std::vector<std::uintptr_t>& functions) {
  std::set<std::uintptr_t> pages;
  for (const std::uintptr_t address : functions) pages.insert(address / page_bytes);
  return pages.size();
}

struct Calls {
  std::uint64_t calls = 0;
  Hits hits;
};
// One of each, and what the handler was told of them.
void call(const std::vector<std::uintptr_t>& functions, Calls& calls) {
  const Hits before = told;
  for (const std::uintptr_t address : functions) (void)reinterpret_cast<Function>(address)(1);
  calls.calls += functions.size();
  calls.hits.entries += told.entries - before.entries;
  calls.hits.exits += told.exits - before.exits;
}

struct Times {
  std::vector<double> cpu, wall;
};
bool timed(XRayPatchingStatus (*change)(), Times& times) {
  const double cpu = cpu_ns(), wall = now_ns();
  const bool done = change() == SUCCESS;
  times.cpu.push_back(cpu_ns() - cpu);
  times.wall.push_back(now_ns() - wall);
  return done;
}

std::string json_of(const char* name, const Times& times) {
  const auto figure = [](const std::string& key, double value) {
    return ", \"" + key + "\": " + std::to_string(value);
  };
  const auto again = [](const std::vector<double>& all) { return quantile({all.begin() + 1, all.end()}, 0.5); };
  const std::string first = "first_" + std::string(name), later = name;
  return figure(first + "_ns", times.cpu[0]) + figure(first + "_wall_ns", times.wall[0]) +
         figure(later + "_ns", again(times.cpu)) + figure(later + "_wall_ns", again(times.wall));
}

std::string json_of(const Calls& calls) {
  return "{\"calls\": " + std::to_string(calls.calls) + ", \"entries\": " + std::to_string(calls.hits.entries) +
         ", \"exits\": " + std::to_string(calls.hits.exits) + "}";
}

std::string measured() {
  __xray_init();
  __xray_set_handler(count);
  const auto functions = addresses();
  Times attach, detach;
  Calls patched, unprobed;
  call(functions, unprobed);  // so their pages have been read, as those of a program that runs have
  for (unsigned round = 0; round < 1 + rounds; ++round) {
    if (!timed(__xray_patch, attach)) return "\"void\": \"XRay could not patch\"";
    call(functions, patched);
    if (!timed(__xray_unpatch, detach)) return "\"void\": \"XRay could not unpatch\"";
    call(functions, unprobed);
  }
  return "\"figures\": {\"functions\": " + std::to_string(functions.size()) +
         ", \"pages\": " + std::to_string(pages_of(functions)) + json_of("attach", attach) +
         json_of("detach", detach) + "}, \"counted\": " + json_of(patched) + ", \"unprobed\": " + json_of(unprobed);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc == 5 && argv[1] == std::string("bench") ? argv[4] : "";
  if (name != "attach_40000:probed") {
    std::fprintf(stderr, "%s is started by 'retprobe bench --peers'; it is not for people\n", argv[0]);
    return 2;
  }
  std::printf("{\"begin\": \"%s\"}\n", name.c_str());
  std::fflush(stdout);
  std::printf("{\"name\": \"%s\", %s}\n", name.c_str(), measured().c_str());
  return 0;
}
