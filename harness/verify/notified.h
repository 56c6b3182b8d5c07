// A short notation for what several tracers are notified of, for scenarios with fixed events.
#pragma once

#include <string>
#include <string_view>

#include "harness/verify/test_bench.h"

namespace retprobe::harness {

/// The events (events.h, with functions named) of `tracers` tracers on the same functions. In
/// `pattern`, ">y" stands for each tracer's entry into the function whose letter is y, in order.
/// "<y", "~y" and "!y" stand for their exits, in reverse order. Any other word stands for itself.
std::string notified(unsigned tracers, std::string_view pattern);

/// A bench whose tracers are attached to all of `functions` and name them in their events.
class NamingBench : public TestBench {
 public:
  NamingBench(const Cell& cell, std::initializer_list<std::string_view> functions);

  /// Compares the events since the last take_notified() with `pattern`, and takes them.
  Outcome notified_is(std::string_view pattern);
  /// The same for destructors that make probed calls: the order between these calls and the unwound
  /// exits is free.
  Outcome notified_around_destructors(std::string_view pattern);
  /// Returns the events since the last time and clears them. For scenarios that know only some of
  /// the events beforehand.
  std::string take_notified();
  /// Makes a thousand or a few more calls, and checks that each is entered and returns, and the
  /// invariant entries + missed = calls over all calls of this bench. `round` makes `calls` probed
  /// calls, all of which return. It returns false when a value is wrong.
  Outcome thousand_more(unsigned calls, bool (*round)());

 private:
  std::uint64_t notified_ = 0;  // the first tracer's entries in the taken events: the calls so far
};

}  // namespace retprobe::harness
