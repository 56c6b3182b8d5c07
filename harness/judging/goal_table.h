// The goals of the hot path, as data. goals.h judges them.
#pragma once

#include <span>
#include <string_view>

namespace retprobe::harness {

/// What a value may be at most. A Zen 5 hands a store's value to a load without delay, and does two
/// stores a cycle. A hit's guarantees cost less there, so its limit is lower. 0: the value is only
/// shown.
struct Limit {
  double on_zen_5, elsewhere;
  // NOLINTNEXTLINE(google-explicit-constructor): a goal has one limit or two.
  constexpr Limit(double everywhere) : Limit(everywhere, everywhere) {}
  constexpr Limit(double zen_5, double others) : on_zen_5(zen_5), elsewhere(others) {}
  constexpr double on(std::string_view microarchitecture) const {
    return microarchitecture == "Zen 5" ? on_zen_5 : elsewhere;
  }
};

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
  Limit limit;
  const char* other;             // design, workload, peer, figure or counter: `kind` says which
  const char* figure = nullptr;  // a figure of an experiment, over its figure `other`
  const char* peer = nullptr;    // or over this peer's figure
  bool at_least = false;
  bool of_floor = false;      // the limit is call_through's; the designs' values are only shown
  bool not_of_floor = false;  // call_through cannot run it: functions take arguments on the stack
  /// Another limit for a design.
  struct Exception {
    std::string_view design;
    Limit limit;
  };
  std::span<const Exception> exceptions = {};

  Limit limit_of(std::string_view design) const {
    for (const Exception& exception : exceptions)
      if (exception.design == design) return exception.limit;
    return limit;
  }
};

std::span<const Goal> goal_table();

}  // namespace retprobe::harness
