// The clock of the graph tracer: the time stamp counter, translated to nanoseconds where it counts
// at one rate.
#pragma once

#include <cstdint>

namespace retprobe::graph {

/// Hot, async-signal-safe. Not a fence: a stamp may be some cycles early or late, which costs less
/// than waiting would.
inline std::uint64_t now_ticks() { return __builtin_ia32_rdtsc(); }

/// What a tick is worth.
struct TickScale {
  bool nanoseconds = false;   // false: the counter's rate is not constant (or nobody knows), and
                              // durations are in ticks
  double ticks_per_ns = 1.0;  // meaningful when `nanoseconds`

  double duration(std::uint64_t ticks) const { return static_cast<double>(ticks) / ticks_per_ns; }
  const char* unit() const { return nanoseconds ? "ns" : "ticks"; }
};

/// Whether the CPU says that the counter runs at one rate in all power states.
bool tsc_is_invariant();

/// Calibrates over its own lifetime, so that nobody waits at start. Cold.
class Calibration {
 public:
  explicit Calibration(bool invariant = tsc_is_invariant());
  /// Waits until the calibration spans 10 ms, if it does not yet.
  TickScale scale() const;

 private:
  bool invariant_;
  std::uint64_t ticks_;
  std::uint64_t nanoseconds_;
};

}  // namespace retprobe::graph
