// What a thread of the scenarios fire_* and the handlers that run in it know of its calls. Internal
// to stress*.cc.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace retprobe::harness::fire {

/// What a thread knows of its own calls.
struct Ledger {
  unsigned loose;                       // in a signal handler (how deep), or about to end
  std::uint64_t calls, entries, exits;  // plain: made, and heard of by the resident
  std::uint32_t heard;  // visitors (a bit for each place) that have heard of the plain call at hand
  pid_t child;          // born in one of this thread's calls, and not waited for yet
  bool may_fork;        // in a signal handler
};
[[gnu::tls_model("initial-exec")]] extern thread_local constinit Ledger ledger;

}  // namespace retprobe::harness::fire
