#include "clients/graph/trace.h"

#include <dlfcn.h>

#include "clients/graph/recorder.h"
#include "retprobe/probe.h"

namespace retprobe::graph {
namespace {

Ending ending_of(CallState state) {
  switch (state) {
    case CallState::returned:
      return Ending::returned;
    case CallState::unwound:
      return Ending::unwound;
    case CallState::abandoned:
      return Ending::abandoned;
    case CallState::in_flight:
      break;
  }
  return Ending::in_flight;
}

// Whether a return address is in a return trampoline. Nothing else in the core's module calls a
// probed function with another call's slot.
bool is_trampoline_address(std::uintptr_t address) {
  Dl_info core, there;
  return dladdr(reinterpret_cast<const void*>(&retprobe::configure), &core) != 0 &&
         dladdr(reinterpret_cast<const void*>(address), &there) != 0 &&
         core.dli_fbase == there.dli_fbase;
}

// Whether `outer` was still running when `inner` began. If its exit was recorded, the times decide.
// Otherwise the stack decides. `outer` is gone if its return slot is below that of `inner`. It is
// also gone if the slots are equal, unless `inner` is a tail call, which finds a trampoline address
// in the slot. This is exact on one stack. Across coroutines it is a guess, and only for calls
// without an exit.
bool encloses(const Call& outer, const CallRecord& outer_record, const CallRecord& inner) {
  if (outer.ending != Ending::in_flight) return outer.start + outer.ticks > inner.start;
  if (outer_record.slot != inner.slot) return outer_record.slot > inner.slot;
  return is_trampoline_address(inner.return_address);
}

}  // namespace

const char* to_string(Ending ending) {
  switch (ending) {
    case Ending::returned:
      return "returned";
    case Ending::unwound:
      return "unwound";
    case Ending::abandoned:
      return "abandoned";
    case Ending::unheard:
      return "unheard";
    case Ending::in_flight:
      break;
  }
  return "in_flight";
}

std::vector<Call> make_tree(std::span<const CallRecord> records) {
  std::vector<Call> calls;
  calls.reserve(records.size());
  std::vector<std::size_t> open;
  for (const CallRecord& record : records) {
    const CallState state = record.state.load(std::memory_order_acquire);
    while (!open.empty() && !encloses(calls[open.back()], records[open.back()], record)) {
      Call& over = calls[open.back()];
      if (over.ending == Ending::in_flight) over.ending = Ending::unheard;
      open.pop_back();
    }
    const std::size_t parent = open.empty() ? Call::none : open.back();
    const std::size_t depth = open.empty() ? 0 : calls[parent].depth + 1;
    calls.push_back({record.site, parent, depth, record.start,
                     state == CallState::in_flight ? 0 : record.ticks, ending_of(state)});
    open.push_back(calls.size() - 1);
  }
  return calls;
}

}  // namespace retprobe::graph
