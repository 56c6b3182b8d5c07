#include "harness/bench/measure.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <thread>

#include "core/hooks/design_table.h"
#include "harness/bench/memory.h"
#include "harness/bench/perf_events.h"
#include "harness/bench/timing.h"
#include "harness/bench/tracers.h"
#include "harness/must.h"
#include "harness/on_stack.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Attaches and detaches one more tracer until it is stopped. The workload's calls take in turn the
// path for one tracer and the path that iterates over tracers.
class Churn {
 public:
  Churn(const Cell& cell, const std::vector<const Site*>& sites)
      : start_(Clock::now()), thread_([this, cell, &sites](const std::stop_token& stop) {
          Cell one = cell;
          one.tracers = 1;
          while (!stop.stop_requested()) {
            auto tracers = CaseTracers::attach(one, {}, sites, nullptr);
            error_ = tracers.ok() ? tracers->detach() : tracers.error();
            if (error_) return;
            missed_ += tracers->missed();
            ++flips_;
          }
        }) {}
  Error finish() {
    thread_.request_stop();
    thread_.join();
    seconds_ = seconds_since(start_);
    return error_;
  }
  double flips_per_second() const { return static_cast<double>(flips_) / seconds_; }
  std::uint64_t missed() const { return missed_; }

 private:
  Clock::time_point start_;
  double seconds_ = 0;
  Error error_;
  std::uint64_t flips_ = 0, missed_ = 0;
  std::jthread thread_;  // last, because it uses the other members
};

struct Counted {
  std::uint64_t calls, missed;
  WorkloadRun run;
};
// Runs one iteration with tracers that count. This checks that the design sees every call, and
// counts the calls of a real program.
Counted count_calls(const BenchCase& bench_case, const Workload& workload,
                    const std::vector<const Site*>& sites) {
  std::uint64_t calls = 0;
  auto tracers = must(CaseTracers::attach(bench_case.cell, bench_case.variant, sites, &calls));
  const WorkloadRun run = workload.run(1);
  must(tracers.detach());
  return Counted{calls, tracers.missed(), run};
}

Failure handled_wrong(const Handled& handled, const std::string& of) {
  return Failure({Error::Code::refused, "its handlers handled " + std::to_string(handled.entries) +
                                            " entries and " + std::to_string(handled.exits) +
                                            " exits" + of});
}
// Handlers that count or record must have handled as many exits as entries.
void check_handled(const CaseTracers& tracers) {
  const auto handled = tracers.handled();
  if (!handled || handled->entries == handled->exits) return;
  throw handled_wrong(*handled, "");
}
// And all of these calls, in the sum over all tracers.
void check_handled(const CaseTracers& tracers, std::uint64_t calls) {
  const auto handled = tracers.handled();
  if (!handled || (handled->entries == calls && handled->exits == calls)) return;
  throw handled_wrong(*handled, " of " + std::to_string(calls) + " calls");
}

// Counts around whole runs of the workload, in this thread. Takes about a hundred milliseconds, or
// one pass of a real program.
void count_events(const Workload& workload, Sample& sample) {
  const std::uint64_t iterations = workload.real_program ? 1 : 100;
  if (sample.calls_per_run <= 0) return;  // a real program whose calls nothing has counted
  PerfCounters counters(perf_events_here());
  const std::uint64_t runs = iterations * sample.runs_per_iteration;
  must(counters.start());
  WorkloadRun run = workload.run(runs);
  must(counters.stop());
  benchmark::DoNotOptimize(run);
  sample.events = must(counters.read());
  for (auto& [name, count] : sample.events)
    count /= static_cast<double>(runs) * sample.calls_per_run;
}

void time(const BenchCase& bench_case, const Workload& workload, double seconds, Sample& sample) {
  const unsigned threads =
      bench_case.variant.kind == Variant::Kind::threads ? bench_case.variant.number : 1;
  const std::string name =
      bench_case.cell.tracers != 0 ? name_of(bench_case) : unprobed_name_of(bench_case);
  const GoogleTimes times =
      google_times(name, workload.run, sample.runs_per_iteration, threads, seconds);
  sample.threads = times.threads;
  sample.iterations = times.iterations;
  sample.real_ns = times.real_ns;
  sample.cpu_ns = times.cpu_ns;
}

Sample first_visit_of(const BenchCase& bench_case, const Workload& workload, double seconds,
                      bool events) {
  Sample sample;
  if (bench_case.cell.tracers == 0) {
    sample.runs_per_iteration = calibrate(workload.run, workload.iterations);
    sample.calls_per_run = static_cast<double>(workload.run(1).calls);
    time(bench_case, workload, seconds, sample);
    if (events) count_events(workload, sample);
    return sample;
  }

  auto sites = must(sites_of(workload.probed));
  auto counted = count_calls(bench_case, workload, sites);
  const std::uint64_t heard = counted.calls + counted.missed;
  // A design without hooks runs no handler. Every other design sees each call once per tracer.
  const bool hears = find_design(bench_case.cell.design)->facts.wiring != Wiring::unhooked;
  if (hears && heard == 0) throw Failure({Error::Code::refused, "its tracers saw no call"});
  if (hears && !workload.real_program && heard != counted.run.calls * bench_case.cell.tracers)
    throw Failure({Error::Code::refused, "its tracers saw " + std::to_string(counted.calls) +
                                             " and missed " + std::to_string(counted.missed) +
                                             " of " + std::to_string(counted.run.calls) +
                                             " calls"});
  sample.calls_per_run = workload.real_program
                             ? static_cast<double>(heard) / bench_case.cell.tracers
                             : static_cast<double>(counted.run.calls);

  auto tracers = must(CaseTracers::attach(bench_case.cell, bench_case.variant, sites, nullptr));
  std::uint64_t calls = 0;  // while these tracers were attached
  const RunWorkload run_and_add = [&](std::uint64_t iterations) {
    const WorkloadRun run = workload.run(iterations);
    calls += run.calls;
    return run;
  };
  sample.runs_per_iteration = calibrate(run_and_add, workload.iterations);
  const WorkloadRun seen = run_and_add(sample.runs_per_iteration);
  const std::uint64_t missed_before = tracers.missed();
  // Only probes know the calls of a real program.
  if (hears && !workload.real_program)
    check_handled(tracers, calls * bench_case.cell.tracers - missed_before);
  std::optional<Churn> churn;
  if (bench_case.variant.kind == Variant::Kind::churn) churn.emplace(bench_case.cell, sites);
  time(bench_case, workload, seconds, sample);
  if (events) count_events(workload, sample);
  if (churn) {
    must(churn->finish());
    sample.flips_per_second = churn->flips_per_second();
    sample.missed += churn->missed();
  }
  sample.missed += tracers.missed() - missed_before;
  check_handled(tracers);
  must(tracers.detach());
  if (seen.checksum != workload.run(sample.runs_per_iteration).checksum)
    throw Failure({Error::Code::refused, "its results differ from those of the unprobed run"});
  measure_memory(bench_case.cell, bench_case.variant, sample);
  return sample;
}

Sample another_visit_of(const BenchCase& bench_case, const Workload& workload, double seconds,
                        std::uint64_t runs) {
  std::optional<CaseTracers> tracers;
  if (bench_case.cell.tracers != 0)
    tracers = must(CaseTracers::attach(bench_case.cell, bench_case.variant,
                                       must(sites_of(workload.probed)), nullptr));
  // Touches the pages of the stack, and trains the predictors.
  if (!workload.real_program) benchmark::DoNotOptimize(workload.run(runs));
  const std::uint64_t missed_before = tracers ? tracers->missed() : 0;
  Sample sample{.runs_per_iteration = runs};
  time(bench_case, workload, seconds, sample);
  if (tracers) {
    sample.missed = tracers->missed() - missed_before;
    check_handled(*tracers);
    must(tracers->detach());
  }
  return sample;
}

// Runs `timed` on a stack of the workload's size.
template <class Timed>
Sample on_its_stack(const BenchCase& bench_case, Timed timed) {
  const Workload* workload = find_workload(bench_case.workload);
  if (!workload)
    throw Failure({Error::Code::not_found, "no workload '" + bench_case.workload + "'"});
  Sample sample;
  Error failure;  // another stack may be another thread's
  must(on_stack(workload->stack_bytes, [&] {
    try {
      sample = timed(*workload);
    } catch (const Failure& caught) {
      failure = caught.error;
    }
  }));
  must(failure);
  return sample;
}

}  // namespace

unsigned visits_of(const BenchCase& bench_case) {
  const Workload* workload = find_workload(bench_case.workload);
  return bench_case.variant.kind == Variant::Kind::churn || !workload ? 1 : visits_of(*workload);
}

Sample first_visit(const BenchCase& bench_case, double seconds, bool events) {
  return on_its_stack(bench_case, [&](const Workload& workload) {
    return first_visit_of(bench_case, workload, seconds, events);
  });
}

Sample visit_again(const BenchCase& bench_case, double seconds, std::uint64_t runs_per_iteration) {
  return on_its_stack(bench_case, [&](const Workload& workload) {
    return another_visit_of(bench_case, workload, seconds, runs_per_iteration);
  });
}

}  // namespace retprobe::harness
