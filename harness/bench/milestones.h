// When a stage that takes long says how far it is, to whom no line can be rewritten for: a log.
#pragma once

#include <cstddef>

namespace retprobe::harness {

/// A twentieth more is worth a line, and so is another minute; but not more than a line in ten
/// seconds.
class Milestones {
 public:
  /// Whether to say a line now that `done` of `total` are done, `seconds` after the beginning. If
  /// so, it is taken as said.
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
