// A benchmark session: fresh processes, one of each group of cases, which are alive together and take turns; several times over. And the
// samples that they bring back.
//
// A virtual machine that was idle was seen to change between two speeds, a third apart, every few hundredths of a second to two seconds
// (timing.h). Processes that are timed one after the other each see their own mixture of them. Here a case is timed in all of them within a tenth
// of a second, and again when all other cases had their turn. tools/two_speeds.py simulates both orders: of the ratios of a quick comparison, 1 %
// are wrong by more than 5 % in turns, and 46 % by themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/error.h"
#include "harness/bench/plan.h"

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
  unsigned threads;
  std::uint64_t iterations, runs_per_iteration;  // Google Benchmark's, and the workload's in each of them
  double real_ns, cpu_ns;                        // of one of Google Benchmark's iterations
  double calls_per_run;
  std::uint64_t missed;
  double bytes_per_frame, stack_bytes_per_frame, bytes_per_thread;
  double flips_per_second;  // negative: no churn
  std::map<std::string, double> figures = {};  // of an experiment, which has nothing else
  std::map<std::string, double> events = {};   // per call, where they were counted

  /// Of one iteration of the workload, in one of its threads: processor time, so that a busy machine's other
  /// work is not in it.
  double run_ns() const { return cpu_ns / static_cast<double>(runs_per_iteration); }
};

/// What one process says of a case, against the unprobed run in that same process.
struct CallTime {
  Sample sample;  // of the probed run
  double ns_per_call, added_ns;
};
/// Of each process that has both runs and in which calls were seen.
std::vector<CallTime> call_times(const std::vector<Sample>& probed, const std::vector<Sample>& unprobed);

/// Adds what another visit to the case says: a process's sample is its fastest visit, and what was missed is missed in all.
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

using SessionProgress = std::function<void(std::size_t done, std::size_t total, const std::string& what)>;

/// `refused` says why a case gets no number at all (it failed verification), or nothing.
using Refusal = std::function<std::string(const Cell&)>;

/// Something else that takes its turns among the groups, `processes` times, and keeps what it measures (harness/peers).
struct OtherRun {
  std::string what;
  std::function<Error(unsigned process)> run;
};

/// The row of the one run in Google Benchmark's JSON. Throws std::runtime_error, or nlohmann's exceptions, where it has none.
nlohmann::json iteration_row(const nlohmann::json& google);

Result<SessionResult> run_session(const std::vector<BenchGroup>& groups, const SessionOptions& options,
                                  const Refusal& refused, const SessionProgress& progress,
                                  const std::vector<OtherRun>& others = {});

}  // namespace retprobe::harness
