#include "clients/graph/recorder.h"

#include <sys/syscall.h>

#include "clients/graph/clock.h"

namespace retprobe::graph {
namespace {

// Initial-exec, so that no access calls the dynamic linker.
struct Note {
  std::uint64_t recording;
  Lane* lane;
  CallRecord* calls;
  int thread;  // its number, where prepare_thread has told it; else 0
};
__thread Note note [[gnu::tls_model("initial-exec")]];

// A handler must not call libc, not even its thin wrappers: they may be bound lazily.
int thread_id() {
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(long{SYS_gettid}) : "rcx", "r11", "memory");
  return static_cast<int>(result);
}

// Runs once per thread and recording, and again when a thread alternates between recordings. A
// thread with the id of an earlier thread continues in that thread's lane. The core's guard ensures
// that no other handler interrupts this one on the same thread.
bool find_lane(Recording& recording) {
  const int self = note.thread ? note.thread : thread_id();
  const std::size_t taken = recording.lanes_taken.load(std::memory_order_acquire);
  std::size_t found = 0;
  while (found < taken && found < recording.lane_count &&
         recording.lane(found).thread.load(std::memory_order_relaxed) != self)
    ++found;
  if (found == taken) {
    // Never counts past the end, so that the counter cannot wrap.
    if (taken >= recording.lane_count) return false;
    found = recording.lanes_taken.fetch_add(1, std::memory_order_acq_rel);
  }
  if (found >= recording.lane_count) return false;
  recording.lane(found).thread.store(self, std::memory_order_release);
  note = {recording.id, &recording.lane(found), recording.calls(found), note.thread};
  return true;
}

}  // namespace

void prepare_thread(int number) { note.thread = number; }

bool record_entry(void* context, EntryFrame& call) {
  Recording& recording =
      *static_cast<Recorder*>(context)->recording.load(std::memory_order_acquire);
  if (note.recording != recording.id && !find_lane(recording)) {
    recording.laneless.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  Lane& lane = *note.lane;
  const std::size_t at = lane.used.load(std::memory_order_relaxed);
  if (at == recording.calls_per_lane) {
    lane.dropped.store(lane.dropped.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return false;
  }
  CallRecord& record = note.calls[at];
  record.site = &call.site();
  record.slot = reinterpret_cast<std::uintptr_t>(call.slot());
  const std::uintptr_t caller = call.return_address();
  record.is_tail_call = caller >= recording.core_begin && caller < recording.core_end;
  record.state.store(CallState::in_flight, std::memory_order_relaxed);
  auto& data = *reinterpret_cast<EntryData*>(call.entry_data);
  data.call = &record;
  data.start = record.start = now_ticks();  // last, to leave out the handler's own time
  lane.used.store(at + 1, std::memory_order_release);
  return true;
}

void record_exit(void* context, ReturnFrame& call) {
  const std::uint64_t now = now_ticks();
  Recording& recording =
      *static_cast<Recorder*>(context)->recording.load(std::memory_order_acquire);
  const auto& data = *reinterpret_cast<const EntryData*>(call.entry_data);
  if (!recording.holds(data.call)) return;
  data.call->ticks = now - data.start;
  data.call->state.store(call.reason() == ReturnReason::returned  ? CallState::returned
                         : call.reason() == ReturnReason::unwound ? CallState::unwound
                                                                  : CallState::abandoned,
                         std::memory_order_release);
}

}  // namespace retprobe::graph
