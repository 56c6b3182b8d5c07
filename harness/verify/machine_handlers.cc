// Handlers of the machine scenarios. They run in all register sets, so this object uses no vector
// register. They run in signal handlers, too, so they are async-signal-safe.
#include "harness/verify/findings.h"
#include "harness/verify/machine.h"

namespace retprobe::harness {

bool count_entry(void* counts, EntryFrame&) {
  note_handler();
  static_cast<Counts*>(counts)->entries.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void count_exit(void* context, ReturnFrame& call) {
  auto& counts = *static_cast<Counts*>(context);
  auto& counter = call.reason() == ReturnReason::returned  ? counts.returned
                  : call.reason() == ReturnReason::unwound ? counts.unwound
                                                           : counts.abandoned;
  counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace retprobe::harness
