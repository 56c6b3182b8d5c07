#include "harness/bench/timing.h"

#include <benchmark/benchmark.h>
#include <pthread.h>

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

Error on_stack(std::size_t bytes, const std::function<void()>& what) {
  if (bytes == 0) {
    what();
    return {};
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  int failed = pthread_attr_setstacksize(&attributes, bytes);
  pthread_t thread;
  if (!failed)
    failed = pthread_create(
        &thread, &attributes,
        [](void* context) -> void* {
          (*static_cast<const std::function<void()>*>(context))();
          return nullptr;
        },
        const_cast<std::function<void()>*>(&what));
  pthread_attr_destroy(&attributes);
  if (failed) return system_error("a thread with " + std::to_string(bytes) + " bytes of stack", failed);
  pthread_join(thread, nullptr);
  return {};
}

}  // namespace retprobe::harness
