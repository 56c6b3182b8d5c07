// The goals of the hot path, as data. goals.h judges them.
#pragma once

#include <span>
#include <string_view>

namespace retprobe::harness {

struct Goal {
  enum class Kind {
    floor,     // added time per call, over that of call_through
    further,   // added time per call and tracer beyond the first, over that of call_through
    workload,  // added time per call, over that on another workload
    unprobed,  // whole time per call, over the unprobed run of the same process
    peer,      // added time per call, over that of a peer
    scaling,   // two threads over one, divided by the same ratio of the unprobed run
    figures,   // one figure of an experiment, over another figure of it
    amount,    // not a ratio: a number of bytes
  };
  const char* what;
  Kind kind;
  const char* workload;
  unsigned tracers;
  double limit;                  // 0: the value is only shown
  const char* other;             // design, workload, peer, figure or counter: `kind` says which
  const char* figure = nullptr;  // a figure of an experiment, over its figure `other`
  const char* peer = nullptr;    // or over this peer's figure
  bool at_least = false;
  bool of_floor = false;  // the limit is call_through's; the designs' values are only shown
  /// Another limit for a design, or 0: its value is only shown.
  struct Exception {
    std::string_view design;
    double limit;
  };
  std::span<const Exception> exceptions = {};

  double limit_of(std::string_view design) const {
    for (const Exception& exception : exceptions)
      if (exception.design == design) return exception.limit;
    return limit;
  }
};

std::span<const Goal> goal_table();

}  // namespace retprobe::harness
