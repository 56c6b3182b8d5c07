// Decides when a long stage writes a line about its progress, where no line can be rewritten: in a
// log.
#pragma once

#include <cstddef>

namespace retprobe::harness {

/// A line is due after another twentieth of the work or another minute, but at most every ten
/// seconds.
class Milestones {
 public:
  /// Whether a line is due when `done` of `total` are done, `seconds` after the beginning. If so,
  /// it counts as written.
  bool due(double seconds, std::size_t done, std::size_t total) {
    constexpr double shortest = 10, longest = 60;
    constexpr std::size_t lines = 20;
    const double since = seconds - said_at_;
    const bool further = (done - said_) * lines >= total;
    if (done == total || since < shortest || (since < longest && !further)) return false;
    said_at_ = seconds;
    said_ = done;
    return true;
  }

 private:
  double said_at_ = 0;
  std::size_t said_ = 0;
};

}  // namespace retprobe::harness
