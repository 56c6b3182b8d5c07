#include "harness/bench/measure.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <thread>

#include "harness/bench/perf_events.h"
#include "harness/bench/tracers.h"
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
Result<Counted> count_calls(const BenchCase& bench_case, const Workload& workload,
                            const std::vector<const Site*>& sites) {
  std::uint64_t calls = 0;
  auto tracers = CaseTracers::attach(bench_case.cell, bench_case.variant, sites, &calls);
  if (!tracers.ok()) return tracers.error();
  const WorkloadRun run = workload.run(1);
  if (Error error = tracers->detach()) return error;
  return Counted{calls, tracers->missed(), run};
}

Error handled_wrong(const Handled& handled, const std::string& of) {
  return {Error::Code::refused, "its handlers handled " + std::to_string(handled.entries) +
                                    " entries and " + std::to_string(handled.exits) + " exits" +
                                    of};
}
// Handlers that count or record must have handled as many exits as entries.
Error check_handled(const CaseTracers& tracers) {
  const auto handled = tracers.handled();
  if (!handled || handled->entries == handled->exits) return {};
  return handled_wrong(*handled, "");
}
// And all of these calls, in the sum over all tracers.
Error check_handled(const CaseTracers& tracers, std::uint64_t calls) {
  const auto handled = tracers.handled();
  if (!handled || (handled->entries == calls && handled->exits == calls)) return {};
  return handled_wrong(*handled, " of " + std::to_string(calls) + " calls");
}

// Counts around whole runs of the workload, in this thread. Takes about a hundred milliseconds.
Error count_events(const Workload& workload, std::uint64_t runs_per_iteration, Found& found) {
  constexpr std::uint64_t iterations = 100;
  if (found.calls_per_run <= 0) return {};  // a real program whose calls nothing has counted
  PerfCounters counters(perf_events_here());
  const std::uint64_t runs = iterations * runs_per_iteration;
  if (Error error = counters.start()) return error;
  WorkloadRun run = workload.run(runs);
  if (Error error = counters.stop()) return error;
  benchmark::DoNotOptimize(run);
  auto counts = counters.read();
  if (!counts.ok()) return counts.error();
  for (auto& [name, count] : *counts) count /= static_cast<double>(runs) * found.calls_per_run;
  found.events = std::move(*counts);
  return {};
}

GoogleTimes times_of(const BenchCase& bench_case, const Workload& workload, std::uint64_t runs,
                     double seconds) {
  const unsigned threads =
      bench_case.variant.kind == Variant::Kind::threads ? bench_case.variant.number : 1;
  const std::string name =
      bench_case.cell.tracers != 0 ? name_of(bench_case) : unprobed_name_of(bench_case);
  return google_times(name, workload.run, runs, threads, seconds);
}

Result<Visit> first_visit_of(const BenchCase& bench_case, const Workload& workload, double seconds,
                             bool events) {
  Visit visit;
  Found& found = visit.found.emplace();
  if (bench_case.cell.tracers == 0) {
    visit.runs_per_iteration = calibrate(workload.run, workload.iterations);
    found.calls_per_run = static_cast<double>(workload.run(1).calls);
    visit.times = times_of(bench_case, workload, visit.runs_per_iteration, seconds);
    if (events)
      if (Error error = count_events(workload, visit.runs_per_iteration, found)) return error;
    return visit;
  }

  auto sites = sites_of(workload.probed);
  if (!sites.ok()) return sites.error();
  auto counted = count_calls(bench_case, workload, *sites);
  if (!counted.ok()) return counted.error();
  const std::uint64_t heard = counted->calls + counted->missed;
  // A design without hooks sees no call. Every other design sees each call once per tracer.
  if (heard != 0 && !workload.real_program && heard != counted->run.calls * bench_case.cell.tracers)
    return Error{Error::Code::refused, "its tracers saw " + std::to_string(counted->calls) +
                                           " and missed " + std::to_string(counted->missed) +
                                           " of " + std::to_string(counted->run.calls) + " calls"};
  found.calls_per_run = workload.real_program ? static_cast<double>(heard) / bench_case.cell.tracers
                                              : static_cast<double>(counted->run.calls);

  auto tracers = CaseTracers::attach(bench_case.cell, bench_case.variant, *sites, nullptr);
  if (!tracers.ok()) return tracers.error();
  std::uint64_t calls = 0;  // while these tracers were attached
  const RunWorkload run_and_add = [&](std::uint64_t iterations) {
    const WorkloadRun run = workload.run(iterations);
    calls += run.calls;
    return run;
  };
  const std::uint64_t runs = visit.runs_per_iteration = calibrate(run_and_add, workload.iterations);
  const WorkloadRun seen = run_and_add(runs);
  const std::uint64_t missed_before = tracers->missed();
  // A design without hooks runs no handler, and only probes know the calls of a real program.
  if (heard != 0 && !workload.real_program)
    if (Error error = check_handled(*tracers, calls * bench_case.cell.tracers - missed_before))
      return error;
  std::optional<Churn> churn;
  if (bench_case.variant.kind == Variant::Kind::churn) churn.emplace(bench_case.cell, *sites);
  visit.times = times_of(bench_case, workload, runs, seconds);
  if (events)
    if (Error error = count_events(workload, runs, found)) return error;
  if (churn) {
    if (Error error = churn->finish()) return error;
    found.flips_per_second = churn->flips_per_second();
    visit.missed += churn->missed();
  }
  visit.missed += tracers->missed() - missed_before;
  if (Error error = check_handled(*tracers)) return error;
  if (Error error = tracers->detach()) return error;
  const WorkloadRun expected = workload.run(runs);
  if (seen.checksum != expected.checksum)
    return Error{Error::Code::refused, "its results differ from those of the unprobed run"};
  auto memory = measure_memory(bench_case.cell, bench_case.variant);
  if (!memory.ok()) return memory.error();
  found.memory = *memory;
  return visit;
}

Result<Visit> another_visit_of(const BenchCase& bench_case, const Workload& workload,
                               double seconds, std::uint64_t runs) {
  std::optional<CaseTracers> tracers;
  if (bench_case.cell.tracers != 0) {
    auto sites = sites_of(workload.probed);
    if (!sites.ok()) return sites.error();
    auto attached = CaseTracers::attach(bench_case.cell, bench_case.variant, *sites, nullptr);
    if (!attached.ok()) return attached.error();
    tracers.emplace(std::move(*attached));
  }
  // Touches the pages of the stack, and trains the predictors.
  if (!workload.real_program) benchmark::DoNotOptimize(workload.run(runs));
  const std::uint64_t missed_before = tracers ? tracers->missed() : 0;
  Visit visit;
  visit.runs_per_iteration = runs;
  visit.times = times_of(bench_case, workload, runs, seconds);
  if (tracers) {
    visit.missed = tracers->missed() - missed_before;
    if (Error error = check_handled(*tracers)) return error;
    if (Error error = tracers->detach()) return error;
  }
  return visit;
}

// Runs `timed` on a stack of the workload's size.
template <class Timed>
Result<Visit> on_its_stack(const BenchCase& bench_case, Timed timed) {
  const Workload* workload = find_workload(bench_case.workload);
  if (!workload) return Error{Error::Code::not_found, "no workload '" + bench_case.workload + "'"};
  std::optional<Result<Visit>> visit;
  if (Error error = on_stack(workload->stack_bytes, [&] { visit.emplace(timed(*workload)); }))
    return error;
  return std::move(*visit);
}

}  // namespace

unsigned visits_of(const BenchCase& bench_case) {
  const Workload* workload = find_workload(bench_case.workload);
  return bench_case.variant.kind == Variant::Kind::churn || !workload ? 1 : visits_of(*workload);
}

Result<Visit> first_visit(const BenchCase& bench_case, double seconds, bool events) {
  return on_its_stack(bench_case, [&](const Workload& workload) {
    return first_visit_of(bench_case, workload, seconds, events);
  });
}

Result<Visit> visit_again(const BenchCase& bench_case, double seconds,
                          std::uint64_t runs_per_iteration) {
  return on_its_stack(bench_case, [&](const Workload& workload) {
    return another_visit_of(bench_case, workload, seconds, runs_per_iteration);
  });
}

}  // namespace retprobe::harness
