// A stress-test thread's record of its own calls, shared with the handlers that run in the thread.
// Internal to stress*.cc.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace retprobe::harness::stress {

/// A thread's record of its own calls.
struct Ledger {
  // How many signal handlers it is in; not 0 also when the thread is about to end.
  unsigned loose;
  // Plain calls that it made, and the resident's entries and exits of plain calls.
  std::uint64_t calls, entries, exits;
  // The visitors (a bit for each place) that were notified of the current plain call.
  std::uint32_t heard;
  // A child that was forked in one of this thread's calls, and is not waited for yet. 0: none.
  pid_t child;
  // Whether a signal handler may fork.
  bool may_fork;
};
[[gnu::tls_model("initial-exec")]] extern thread_local constinit Ledger ledger;

}  // namespace retprobe::harness::stress
