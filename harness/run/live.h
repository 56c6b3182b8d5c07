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
  /// What was called since the last look: `lines` functions, most called first.
  std::string look(const LaunchPlan& plan, const Launched& now);

 private:
  std::size_t lines_;
  double last_ = 0;  // seconds
  std::map<std::pair<std::string, std::string>, std::uint64_t>
      before_;  // calls, by module and name
};

}  // namespace retprobe::run
