#include "harness/session/profile.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/bench/child.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/perf_events.h"
#include "harness/json_line.h"
#include "harness/must.h"
#include "harness/session/process.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

constexpr double seconds_of_each = 1;
constexpr const char* samples_per_second = "1999";  // a prime: not in step with periodic timers

const char* event_here() {
  const PerfCounters counters(perf_events_here());
  return counters.absent().contains("cycles") ? "cpu-clock:u" : "cycles:u";
}

std::string file_of(const std::string& folder, std::string name) {
  std::ranges::replace(name, '/', '.');
  return (std::filesystem::path(folder) / (name + ".data")).string();
}

}  // namespace

Error can_record_profiles(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || access(folder.c_str(), W_OK) != 0)
    return {Error::Code::usage, "--perf-record " + folder + ": no folder that can be written"};
  const auto end = run_command(
      {"perf", "record", "-q", "-e", event_here(), "-o", "/dev/null", "--", "true"}, "",
      [](const std::string&) {}, silence_seconds);
  if (!end.ok() || !end->why.empty())
    return {Error::Code::unsupported, "perf cannot record here (" +
                                          (end.ok() ? last_words(*end) : end.error().message()) +
                                          "); its Debian package is linux-perf"};
  return {};
}

void record_profiles(const std::vector<BenchGroup>& groups, const std::string& folder,
                     const Refusal& refused, const SessionProgress& progress) {
  std::vector<std::pair<const BenchGroup*, const BenchCase*>> cases;
  for (const BenchGroup& group : groups)
    for (const BenchCase& each : group.cases)
      if (each.cannot.empty() && refused(each.cell).empty() && !find_experiment(each.workload))
        cases.emplace_back(&group, &each);
  const char* const event = event_here();
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw Failure(system_error("cannot tell which program this is", error.value()));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [group, bench_case] = cases[i];
    const std::string name = name_of(*bench_case);
    progress(i, cases.size(), name);
    const json spec = {{"design", group->design},
                       {"transfer", group->transfer},
                       {"cases", {child_case(*bench_case, true, seconds_of_each)}}};
    std::string why;
    const ProcessEnd end = must(run_command(
        {"perf", "record", "-q", "-F", samples_per_second, "-e", event, "--call-graph",
         "dwarf,4096", "-o", file_of(folder, name), "--", self, "bench", "--child"},
        json_line(spec) + "\n0\n",
        [&](const std::string& text) {
          const json line = json::parse(text, nullptr, false);
          if (line.is_object() && line.contains("void")) why = line["void"];
        },
        silence_seconds));
    if (!end.why.empty()) why = last_words(end);
    if (!why.empty()) throw Failure({Error::Code::system, "no profile of " + name + ": " + why});
  }
  progress(cases.size(), cases.size(), "");
}

}  // namespace retprobe::harness
