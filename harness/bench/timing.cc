#include "harness/bench/timing.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <sstream>

namespace retprobe::harness {
namespace {

constexpr int repetitions = 3;

}  // namespace

std::uint64_t calibrate(const RunWorkload& run, std::uint64_t most) {
  using Clock = std::chrono::steady_clock;
  for (std::uint64_t runs = 1;; runs *= 2) {
    const auto start = Clock::now();
    benchmark::DoNotOptimize(run(runs));
    const std::chrono::duration<double> taken = Clock::now() - start;
    if (runs >= most) return most;
    if (taken.count() >= 0.5e-3) return runs;
  }
}

std::string google_times(const std::string& name, const RunWorkload& run, std::uint64_t runs, unsigned threads, double min_time) {
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark(name.c_str(),
                               [&](benchmark::State& state) {
                                 for (auto _ : state) benchmark::DoNotOptimize(run(runs));
                               })
      ->MinTime(min_time / repetitions)
      ->Repetitions(repetitions)
      ->Threads(static_cast<int>(threads));
  std::ostringstream text, errors;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.SetErrorStream(&errors);
  benchmark::RunSpecifiedBenchmarks(&reporter, ".");
  benchmark::ClearRegisteredBenchmarks();
  return text.str();
}

}  // namespace retprobe::harness
