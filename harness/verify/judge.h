// The judge: holds the events that came against those that the oracle expects, and says in words
// what the first difference is.
#pragma once

#include <string>
#include <string_view>

#include "harness/verify/oracle.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

struct Judging {
  /// Exits of calls that an exception left may come anywhere: destructors make calls meanwhile.
  bool unwound_anywhere = false;
  /// The events may end early: a child that a thread forked ends with the thread.
  bool may_end_early = false;
  Nature nature = {};
  std::string_view who = "tracer";  // what A and B are
};
Judging how_to_judge(std::string_view script, bool may_end_early);

/// The text, or its beginning and its end.
std::string brief(std::string_view text);

/// Both are texts of events (oracle.h).
Outcome judge_events(std::string_view seen, std::string_view expected, const Judging& judging);

}  // namespace retprobe::harness
