// The handlers of the agent with Mode::time: they count calls, as those in counter.h do, and
// measure how long calls take.
#pragma once

#include "clients/run/counter.h"

namespace retprobe::run {

/// What an entry handler passes to the exit handler of the same call.
struct TimedCall {
  std::uint64_t start;   // ticks
  std::uint64_t nested;  // Times::nested as it was
  Times* caller;         // of the function whose time runs on afterwards; null: of none
  std::uint32_t forks;   // Counter::forks as it was: which process the call is of
};

/// Hot, async-signal-safe. `context`: the Counter.
bool time_entry(void* context, EntryFrame& call);
void time_exit(void* context, ReturnFrame& call);
/// No function's time runs on the calling thread. For the child of a fork, too.
void forget_running();

}  // namespace retprobe::run
