#include "harness/bench/handlers.h"

namespace retprobe::harness {

bool accept_call(void*, EntryFrame&) { return true; }
bool decline_call(void*, EntryFrame&) { return false; }
void hear_return(void*, ReturnFrame&) {}
bool count_call(void* context, EntryFrame&) {
  __atomic_fetch_add(static_cast<std::uint64_t*>(context), 1, __ATOMIC_RELAXED);
  return true;
}

}  // namespace retprobe::harness
