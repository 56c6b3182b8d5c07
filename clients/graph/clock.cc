#include "clients/graph/clock.h"

#include <cpuid.h>
#include <time.h>

namespace retprobe::graph {
namespace {

constexpr std::uint64_t shortest_calibration_ns = 10'000'000;

std::uint64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

// Reads both clocks at nearly one moment: of several readings, the one with the least time between.
void read_both(std::uint64_t& ticks, std::uint64_t& nanoseconds) {
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t before = now_ticks();
    const std::uint64_t ns = now_ns();
    const std::uint64_t spread = now_ticks() - before;
    if (spread >= least) continue;
    least = spread;
    ticks = before + spread / 2;
    nanoseconds = ns;
  }
}

}  // namespace

TickScale scale_of(std::uint64_t ticks, std::uint64_t nanoseconds) {
  if (ticks == 0 || nanoseconds == 0) return {};
  return {true, static_cast<double>(ticks) / static_cast<double>(nanoseconds)};
}

bool tsc_is_invariant() {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

Calibration::Calibration(bool invariant) : invariant_(invariant), ticks_(0), nanoseconds_(0) {
  read_both(ticks_, nanoseconds_);
}

TickScale Calibration::scale() const {
  if (!invariant_) return {};
  for (std::uint64_t spent; (spent = now_ns() - nanoseconds_) < shortest_calibration_ns;) {
    const timespec rest{0, static_cast<long>(shortest_calibration_ns - spent)};
    nanosleep(&rest, nullptr);
  }
  std::uint64_t ticks = 0, nanoseconds = 0;
  read_both(ticks, nanoseconds);
  if (ticks <= ticks_ || nanoseconds <= nanoseconds_) return {};
  return scale_of(ticks - ticks_, nanoseconds - nanoseconds_);
}

}  // namespace retprobe::graph
