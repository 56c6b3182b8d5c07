#include "clients/graph/recorder.h"

#include <sys/syscall.h>

#include "clients/graph/clock.h"

namespace retprobe::graph {
namespace {

// Initial-exec, so that no access calls the dynamic linker.
struct Note {
  std::uint64_t recorder;
  Lane* lane;
};
__thread Note note [[gnu::tls_model("initial-exec")]];

// A handler must not call libc, not even its thin wrappers: they may be bound lazily.
int thread_id() {
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(long{SYS_gettid}) : "rcx", "r11", "memory");
  return static_cast<int>(result);
}

// Runs once per thread and recorder, and again when a thread alternates between recorders. A thread
// with the id of an earlier thread continues in that thread's lane. The core's guard ensures that
// no other handler interrupts this one on the same thread.
Lane* find_lane(Recorder& recorder) {
  const int self = thread_id();
  const std::size_t taken = recorder.lanes_taken.load(std::memory_order_acquire);
  Lane* lane = nullptr;
  for (std::size_t i = 0; i < taken && i < recorder.lane_count && !lane; ++i)
    if (recorder.lanes[i].thread.load(std::memory_order_relaxed) == self) lane = &recorder.lanes[i];
  if (!lane) {
    // Never counts past the end, so that the counter cannot wrap.
    if (taken >= recorder.lane_count) return nullptr;
    const std::size_t mine = recorder.lanes_taken.fetch_add(1, std::memory_order_acq_rel);
    if (mine >= recorder.lane_count) return nullptr;
    lane = &recorder.lanes[mine];
    lane->thread.store(self, std::memory_order_release);
  }
  note = {recorder.id, lane};
  return lane;
}

}  // namespace

bool record_entry(void* context, EntryFrame& call) {
  Recorder& recorder = *static_cast<Recorder*>(context);
  Lane* const lane = note.recorder == recorder.id ? note.lane : find_lane(recorder);
  if (!lane) {
    recorder.laneless.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  const std::size_t at = lane->used.load(std::memory_order_relaxed);
  if (at == recorder.calls_per_lane) {
    lane->dropped.store(lane->dropped.load(std::memory_order_relaxed) + 1,
                        std::memory_order_relaxed);
    return false;
  }
  CallRecord& record = lane->calls[at];
  record.site = &call.site();
  record.slot = reinterpret_cast<std::uintptr_t>(call.slot());
  record.return_address = call.return_address();
  record.state.store(CallState::in_flight, std::memory_order_relaxed);
  auto& data = *reinterpret_cast<EntryData*>(call.entry_data);
  data.call = &record;
  data.start = record.start = now_ticks();  // last, to leave out the handler's own time
  lane->used.store(at + 1, std::memory_order_release);
  return true;
}

void record_exit(void*, ReturnFrame& call) {
  const std::uint64_t now = now_ticks();
  const auto& data = *reinterpret_cast<const EntryData*>(call.entry_data);
  data.call->ticks = now - data.start;
  data.call->state.store(call.reason() == ReturnReason::returned  ? CallState::returned
                         : call.reason() == ReturnReason::unwound ? CallState::unwound
                                                                  : CallState::abandoned,
                         std::memory_order_release);
}

}  // namespace retprobe::graph
