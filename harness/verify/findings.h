// What a scenario has done and found so far, in memory that it shares with the processes that it
// forks and with the process that watches it. So the framework knows even of a scenario that is
// killed.
#pragma once

#include <atomic>
#include <string_view>

#include "harness/verify/scenario.h"

namespace retprobe::harness {

struct Findings {
  std::atomic<bool> handler_ran{false};
  std::atomic<bool> wrong_claimed{false}, wrong_written{false};
  char wrong[400];  // the first thing that was found to be wrong; ends with a null character
};
static_assert(std::atomic<bool>::is_always_lock_free);

/// This process's. Handlers read the pointer, so it always points to an object.
extern Findings* findings;

/// Every handler calls it. Async-signal-safe, and uses no vector register.
[[gnu::always_inline]] inline void note_handler() {
  // The load spares the threads a cache line that they would write in turns.
  if (!findings->handler_ran.load(std::memory_order_relaxed))
    findings->handler_ran.store(true, std::memory_order_relaxed);
}

/// Notes that something is wrong, where the scenario goes on. The first one counts. Whatever the
/// scenario lacks afterwards, its verdict is then a failure. Async-signal-safe.
void note_wrong(std::string_view what);

/// Judges an outcome by the findings: nothing is `unavailable` where something was wrong, and
/// nothing passes in which no handler ran.
Outcome look_first(Outcome outcome, const Findings& seen);

}  // namespace retprobe::harness
