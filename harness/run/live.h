// What `retprobe run` says while the program runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "harness/run/launch.h"

namespace retprobe::run {

/// The busiest functions, again and again.
class Live {
 public:
  explicit Live(std::size_t lines) : lines_(lines) {}
  /// What was called since the last look: `lines` functions, those with most self time first
  /// (Mode::time), or most called first.
  std::string look(const LaunchPlan& plan, const Launched& now);

 private:
  std::size_t lines_;
  double last_ = 0;  // seconds
  struct Seen {
    std::uint64_t self = 0, calls = 0;
  };
  std::map<std::pair<std::string, std::string>, Seen> before_;  // by module and name
};

}  // namespace retprobe::run
