// The clock of the graph tracer: the time stamp counter. Ticks are converted to nanoseconds when
// the counter runs at one rate.
#pragma once

#include <cstdint>

namespace retprobe::graph {

/// Hot, async-signal-safe. Not a fence: a stamp may be some cycles early or late. That error is
/// smaller than the cost of a fence.
inline std::uint64_t now_ticks() { return __builtin_ia32_rdtsc(); }

/// The length of a tick.
struct TickScale {
  // False: the counter's rate is not constant or not known, and durations are in ticks.
  bool nanoseconds = false;
  double ticks_per_ns = 1.0;  // meaningful when `nanoseconds`

  double duration(std::uint64_t ticks) const { return static_cast<double>(ticks) / ticks_per_ns; }
  const char* unit() const { return nanoseconds ? "ns" : "ticks"; }
};

/// The scale of a counter that went on by `ticks` in so many nanoseconds. Of a clock that did not
/// go on: ticks.
TickScale scale_of(std::uint64_t ticks, std::uint64_t nanoseconds);

/// Whether the CPU reports that the counter runs at one rate in all power states.
bool tsc_is_invariant();

/// Calibrates over its own lifetime, so that the start does not wait. Cold.
class Calibration {
 public:
  explicit Calibration(bool invariant = tsc_is_invariant());
  /// Waits until the calibration spans 10 ms, if it is not that long yet.
  TickScale scale() const;

 private:
  bool invariant_;
  std::uint64_t ticks_;
  std::uint64_t nanoseconds_;
};

}  // namespace retprobe::graph
