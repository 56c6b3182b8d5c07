#include "harness/bench/timing.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <sstream>
#include <thread>

namespace retprobe::harness {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto least_round = std::chrono::milliseconds(30);

class Reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    const Run& run = runs.front();
    // In the displayed unit, which is ns.
    times = {static_cast<std::uint64_t>(run.iterations), static_cast<unsigned>(run.threads),
             run.GetAdjustedRealTime(), run.GetAdjustedCPUTime()};
  }
  GoogleTimes times;
};

}  // namespace

std::uint64_t calibrate(const RunWorkload& run, std::uint64_t most) {
  for (std::uint64_t runs = 1;; runs *= 2) {
    const auto start = Clock::now();
    benchmark::DoNotOptimize(run(runs));
    const std::chrono::duration<double> taken = Clock::now() - start;
    if (runs >= most) return most;
    if (taken.count() >= 0.5e-3) return runs;
  }
}

void in_rounds(std::size_t count,
               const std::function<void(unsigned round, std::size_t which)>& visit) {
  Clock::time_point begun;
  for (unsigned round = 0; round < visits; ++round) {
    if (round > 0) std::this_thread::sleep_until(begun + least_round);
    begun = Clock::now();
    for (std::size_t which = 0; which < count; ++which) visit(round, which);
  }
}

GoogleTimes google_times(const std::string& name, const RunWorkload& run, std::uint64_t runs,
                         unsigned threads, double seconds) {
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark(name.c_str(),
                               [&](benchmark::State& state) {
                                 for (auto _ : state) benchmark::DoNotOptimize(run(runs));
                               })
      ->MinTime(seconds)
      ->Threads(static_cast<int>(threads));
  std::ostringstream errors;
  Reporter reporter;
  reporter.SetErrorStream(&errors);
  benchmark::RunSpecifiedBenchmarks(&reporter, ".");
  benchmark::ClearRegisteredBenchmarks();
  return reporter.times;
}

}  // namespace retprobe::harness
