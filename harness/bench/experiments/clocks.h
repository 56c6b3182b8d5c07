// What experiments time with, and what they make of the times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/bench/experiments/experiment.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// Wall time in nanoseconds: what a system call, or somebody who waits, sees.
double now_ns();

/// Processor time of the calling thread in nanoseconds, the kernel's work for it included: on a
/// busy machine, too.
double cpu_ns();

/// Time stamps for what takes nanoseconds. Nothing before the first is still running, nothing
/// behind the second has begun.
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

/// The length of a tick, from the time between its birth and the question.
class TickLength {
 public:
  /// Error where the counter does not run at one rate.
  static Result<TickLength> begin();
  double ns() const;

 private:
  TickLength();
  double start_ns_;
  std::uint64_t start_;
};

/// One of the values, of which `share` are smaller or equal. `values` must not be empty.
double quantile(std::vector<double> values, double share);

/// Adds NAME_p50_ns, NAME_p99_ns and NAME_max_ns; `unit_ns` is the length of what `values` count.
void add_distribution(Findings& findings, const std::string& name,
                      const std::vector<double>& values, double unit_ns = 1);

/// A barrier that every processor passes which runs this process: what a patch waits for three
/// times. Error where the kernel has none.
Error sync_processors();

}  // namespace retprobe::harness
