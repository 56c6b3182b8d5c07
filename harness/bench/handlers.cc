#include "harness/bench/handlers.h"

#include "core/blocks/attachment.h"
#include "harness/bench/recorder.h"

namespace retprobe::harness {

bool accept_call(void*, EntryFrame&) { return true; }
bool decline_call(void*, EntryFrame&) { return false; }
void ignore_return(void*, ReturnFrame&) {}
bool count_call(void* context, EntryFrame&) {
  __atomic_fetch_add(static_cast<std::uint64_t*>(context), 1, __ATOMIC_RELAXED);
  return true;
}
bool count_entry(void* context, EntryFrame&) {
  ++static_cast<Handled*>(context)->entries;
  return true;
}
void count_exit(void* context, ReturnFrame&) { ++static_cast<Handled*>(context)->exits; }
bool record_entry(void*, EntryFrame& call) {
  record_entry(reinterpret_cast<std::uintptr_t>(call.record));
  return true;
}
void record_exit(void*, ReturnFrame& call) {
  record_exit(reinterpret_cast<std::uintptr_t>(call.attachment->record));
}

}  // namespace retprobe::harness
