#include "clients/graph/recorder.h"

#include "clients/graph/clock.h"
#include "clients/graph/system_call.h"

namespace retprobe::graph {
namespace {

// Initial-exec, so that no access calls the dynamic linker.
struct Note {
  std::uint64_t recording;
  Lane* lane;
  CallRecord* calls;
  int thread;                     // its number, where prepare_thread has told it; else 0
  std::uint64_t without_lane;     // the recording that had no lane for the thread
  unsigned calls_until_next_try;  // in that recording
};
__thread Note note [[gnu::tls_model("initial-exec")]];
constinit std::atomic<int> own_process{0};

// Of the lanes whose threads have ended, the one with most room goes on, for another thread.
Lane* take_over(Recording& recording, int self) {
  Lane* found = nullptr;
  int owner = 0;
  for (std::size_t i = 0; i < recording.lane_count; ++i) {
    Lane& lane = recording.lane(i);
    const std::size_t used = lane.used.load(std::memory_order_relaxed);
    if (used + 1 >= recording.calls_per_lane) continue;
    if (found && used >= found->used.load(std::memory_order_relaxed)) continue;
    const int thread = lane.thread.load(std::memory_order_relaxed);
    if (thread == 0 || !has_ended(own_process.load(std::memory_order_relaxed), thread)) continue;
    found = &lane;
    owner = thread;
  }
  if (!found || !found->thread.compare_exchange_strong(owner, self)) return nullptr;
  const auto index = static_cast<std::size_t>(found - &recording.lane(0));
  const std::size_t used = found->used.load(std::memory_order_relaxed);
  CallRecord& end = recording.calls(index)[used];
  end.site = nullptr;
  end.slot = static_cast<std::uintptr_t>(owner);
  found->used.store(used + 1, std::memory_order_release);
  return found;
}

// Runs once per thread and recording, and again when a thread alternates between recordings. A
// thread with the id of an earlier thread continues in that thread's lane. The core's guard ensures
// that no other handler interrupts this one on the same thread.
bool find_lane(Recording& recording) {
  if (note.without_lane == recording.id && note.calls_until_next_try != 0) {
    --note.calls_until_next_try;
    return false;
  }
  const int self = note.thread ? note.thread : thread_id();
  const std::size_t taken = recording.lanes_taken.load(std::memory_order_acquire);
  Lane* lane = nullptr;
  for (std::size_t i = 0; i < taken && i < recording.lane_count && !lane; ++i)
    if (recording.lane(i).thread.load(std::memory_order_relaxed) == self) lane = &recording.lane(i);
  // Never counts far past the end, so that the counter cannot wrap.
  if (!lane && taken < recording.lane_count)
    if (const std::size_t next = recording.lanes_taken.fetch_add(1, std::memory_order_acq_rel);
        next < recording.lane_count) {
      lane = &recording.lane(next);
      lane->thread.store(self, std::memory_order_release);
    }
  if (!lane) lane = take_over(recording, self);
  if (!lane) {
    note.without_lane = recording.id;
    note.calls_until_next_try = 1000;
    return false;
  }
  const auto index = static_cast<std::size_t>(lane - &recording.lane(0));
  note = {recording.id, lane, recording.calls(index), note.thread, 0, 0};
  return true;
}

}  // namespace

void prepare_thread(int number) { note.thread = number; }
void begin_process(int process) {
  if (own_process.exchange(process, std::memory_order_relaxed) != process) note = {};
}

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
