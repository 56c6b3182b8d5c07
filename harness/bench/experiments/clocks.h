// The clocks of the experiments, and the statistics of their times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/bench/experiments/experiment.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// Wall time in nanoseconds. It includes all waiting.
double now_ns();

/// Processor time of the calling thread in nanoseconds, with the kernel's work for it. It holds on
/// a busy machine, too.
double cpu_ns();

/// Time stamps for durations of nanoseconds. All instructions before the first stamp have ended,
/// and none behind the second stamp has begun.
[[gnu::always_inline]] inline std::uint64_t stamp_before() {
  asm volatile("lfence" ::: "memory");
  const std::uint64_t ticks = __builtin_ia32_rdtsc();
  asm volatile("lfence" ::: "memory");
  return ticks;
}
[[gnu::always_inline]] inline std::uint64_t stamp_after() {
  unsigned processor;
  const std::uint64_t ticks = __builtin_ia32_rdtscp(&processor);
  asm volatile("lfence" ::: "memory");
  return ticks;
}

/// The length of a tick of the time stamp counter, measured from begin() to ns().
class TickLength {
 public:
  /// Throws Failure where the counter does not run at a constant rate.
  static TickLength begin();
  double ns() const;

 private:
  TickLength();
  double start_ns_;
  std::uint64_t start_;
};

/// The smallest value such that at least `share` of all values are not larger. `values` must not be
/// empty.
double quantile(std::vector<double> values, double share);

/// Adds a figure, for example "hit_p99_ns": the quantity, the point of its distribution, and the
/// unit. No two may have one name.
void add_figure(Sample& sample, const std::string& name, double value);

/// Adds NAME_p50_ns, NAME_p99_ns and NAME_max_ns. `unit_ns` is the length of the unit of `values`.
void add_distribution(Sample& sample, const std::string& name, const std::vector<double>& values,
                      double unit_ns = 1);

/// A barrier for every processor that runs this process. A patch waits for it three times. Returns
/// an Error where the kernel has none.
void sync_processors();

}  // namespace retprobe::harness
