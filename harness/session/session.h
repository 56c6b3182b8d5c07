// A benchmark session and its samples. The session starts one fresh process for each group of
// cases, and one for each experiment. These processes are alive together and take turns
// (visitor.h). This is repeated several times.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/plan.h"
#include "harness/bench/sample.h"
#include "harness/session/visitor.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct SessionOptions {
  unsigned processes = 6;  // per group or experiment; one of each is alive at a time
  double min_time = 0.02;  // seconds of each timing, at least
  std::uint64_t seed = 0;  // of the random order
  bool events = false;     // count the processor's events too (perf_events.h)
};

/// The time of a call in one process, against the unprobed run of the same process.
struct CallTime {
  Sample sample;  // of the probed run
  double ns_per_call, added_ns;
};
/// One for each process that has both runs and in which calls were counted.
std::vector<CallTime> call_times(const std::vector<Sample>& probed,
                                 const std::vector<Sample>& unprobed);

/// Adds the result of another visit. A process's time is that of its fastest visit; its missed
/// calls are the sum over all visits.
void add_visit(std::vector<Sample>& samples, const Sample& visit);

struct CaseSamples {
  BenchCase bench_case;
  std::vector<Sample> probed, unprobed;  // from the same processes; there may be more unprobed ones
  std::string void_reason;               // empty: the samples are valid
};

struct SessionResult {
  std::vector<CaseSamples> cases;
  nlohmann::ordered_json google_context;  // context.h
  /// Processors that other work kept busy meanwhile (context.h).
  std::optional<double> other_processors = {};
};

using SessionProgress =
    std::function<void(std::size_t done, std::size_t total, const std::string& what)>;

/// Returns why a case gets no number at all (it failed verification), or "".
using Refusal = std::function<std::string(const Cell&)>;

/// A measurement that takes no turns: it runs alone, `processes` times, between the turns of the
/// others, and keeps its own results.
struct OtherRun {
  std::string what;
  std::function<void(unsigned process)> run;  // throws Failure
};
/// What is measured beside the groups (harness/peers).
struct Others {
  /// These take turns with the groups' visitors.
  std::function<std::vector<std::unique_ptr<Visitor>>(unsigned process)> visitors = {};
  std::vector<OtherRun> alone = {};
};
/// Visitor::Case::comparison_key of a probed case. For an unprobed run it is the run's name.
std::string comparison_key(const std::string& workload, RegisterSet registers, unsigned tracers);

Result<SessionResult> run_session(const std::vector<BenchGroup>& groups,
                                  const SessionOptions& options, const Refusal& refused,
                                  const SessionProgress& progress, const Others& others = {});

}  // namespace retprobe::harness
