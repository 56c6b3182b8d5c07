// A benchmark session: fresh processes, one of each group of cases, which are alive together and
// take turns (visitor.h); several times over. And the samples that they bring back.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/bench/plan.h"
#include "harness/session/visitor.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct SessionOptions {
  unsigned processes = 5;  // per group, one of each alive at a time
  double min_time = 0.1;   // seconds of each timing, at least
  std::uint64_t seed = 0;  // of the order
  bool events = false;     // count the processor's events, too (perf_events.h)
};

/// One case in one process.
struct Sample {
  unsigned process;
  unsigned threads = 1;
  std::uint64_t iterations = 1,
                runs_per_iteration = 1;  // Google Benchmark's, and the workload's in each of them
  double real_ns = 0, cpu_ns = 0;        // of one of Google Benchmark's iterations
  double calls_per_run = 0;
  std::uint64_t missed = 0;
  double bytes_per_frame = 0, stack_bytes_per_frame = 0, bytes_per_thread = 0;
  double flips_per_second = -1;                // negative: no churn
  std::map<std::string, double> figures = {};  // of an experiment, which has nothing else
  std::map<std::string, double> events = {};   // per call, where they were counted

  /// Of one iteration of the workload, in one of its threads: processor time, so that a busy
  /// machine's other work is not in it.
  double run_ns() const { return cpu_ns / static_cast<double>(runs_per_iteration); }
};

/// What one process says of a case, against the unprobed run in that same process.
struct CallTime {
  Sample sample;  // of the probed run
  double ns_per_call, added_ns;
};
/// Of each process that has both runs and in which calls were seen.
std::vector<CallTime> call_times(const std::vector<Sample>& probed,
                                 const std::vector<Sample>& unprobed);

/// Adds what another visit to the case says: a process's sample is its fastest visit, and what was
/// missed is missed in all.
void add_visit(std::vector<Sample>& samples, const Sample& visit);

struct CaseSamples {
  BenchCase bench_case;
  std::vector<Sample> probed, unprobed;  // from the same processes; the unprobed ones may be more
  std::string void_reason;               // empty: the samples count
};

struct SessionResult {
  std::vector<CaseSamples> cases;
  std::string google_context;  // Google Benchmark's "context", as JSON text
};

using SessionProgress =
    std::function<void(std::size_t done, std::size_t total, const std::string& what)>;

/// `refused` says why a case gets no number at all (it failed verification), or nothing.
using Refusal = std::function<std::string(const Cell&)>;

/// What is measured by itself, `processes` times, between the turns of the others, and keeps what
/// it measures.
struct OtherRun {
  std::string what;
  std::function<Error(unsigned process)> run;
};
/// What is not a group and is measured beside them (harness/peers).
struct Others {
  std::function<std::vector<std::unique_ptr<Visitor>>(unsigned process)> visitors =
      {};  // take turns with the groups'
  std::vector<OtherRun> alone = {};
};
/// Visitor::Case::alike of a probed case. That of an unprobed run is its name.
std::string alike_of(const std::string& workload, RegisterSet registers, unsigned tracers);

/// The row of the one run in Google Benchmark's JSON. Throws std::runtime_error, or nlohmann's
/// exceptions, where it has none.
nlohmann::json iteration_row(const nlohmann::json& google);

Result<SessionResult> run_session(const std::vector<BenchGroup>& groups,
                                  const SessionOptions& options, const Refusal& refused,
                                  const SessionProgress& progress, const Others& others = {});

}  // namespace retprobe::harness
