// What several tracers are told, in short: for scenarios whose events are a fixed text.
#pragma once

#include <string>
#include <string_view>

#include "harness/verify/bench.h"

namespace retprobe::harness {

/// The events (events.h, with functions named) of `tracers` tracers on the same functions: in
/// `pattern`, ">y" stands for each tracer's entry into the function whose letter is y, in order,
/// and "<y", "~y", "!y" for their exits, in the reverse order; any other word for itself.
std::string told(unsigned tracers, std::string_view pattern);

/// A bench for the cell whose tracers are on all of `functions` and name them in their events.
class NamingBench : public Bench {
 public:
  NamingBench(const Cell& cell, std::initializer_list<std::string_view> functions);

  /// Compares what was told since the last time with `pattern`.
  Outcome told_is(std::string_view pattern);
  /// The same where destructors make probed calls: these and the exits that are told as unwound
  /// come in any order.
  Outcome told_around_destructors(std::string_view pattern);
  /// What was told since the last time, where only some of it is known beforehand.
  std::string take_told();
  /// The thousand calls afterwards: `round` makes `calls` probed calls, each of which returns, and
  /// returns false when a value is wrong. Then the law, over all calls of this bench.
  Outcome thousand_more(unsigned calls, bool (*round)());

 private:
  std::uint64_t told_ = 0;  // entries that were looked at: calls, for each tracer
};

}  // namespace retprobe::harness
