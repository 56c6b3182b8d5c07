#include "clients/graph/trace.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

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

// Whether `outer` was still running when `inner` began. If its exit was recorded, the times decide.
// Otherwise the stack decides. `outer` is gone if its return slot is below that of `inner`. It is
// also gone if the slots are equal, unless `inner` is a tail call, which finds a trampoline address
// in the slot. This is exact on one stack. Across coroutines it is a guess, and only for calls
// without an exit.
bool encloses(const Call& outer, std::uintptr_t outer_slot, const CallRecord& inner) {
  if (outer.ending != Ending::in_flight && outer.ending != Ending::unheard)
    return outer.start + outer.ticks > inner.start;
  if (outer_slot != inner.slot) return outer_slot > inner.slot;
  return inner.is_tail_call;
}

// Keeps the calls.
class Keeper final : public CallVisitor {
 public:
  explicit Keeper(std::vector<Call>& calls) : calls_(calls) {}
  void enter(const Call& call) override {
    open_.push_back(calls_.size());
    calls_.push_back(call);
  }
  void leave(const Call& call, std::uint64_t) override {
    calls_[open_.back()].ending = call.ending;
    open_.pop_back();
  }

 private:
  std::vector<Call>& calls_;
  std::vector<std::size_t> open_;
};

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

Result<std::size_t> recording_bytes(const std::string& name, std::size_t threads,
                                    std::size_t calls_per_thread) {
  if (calls_per_thread == 0 || threads == 0)
    return Error{Error::Code::usage,
                 name + ": room for no call at all; give at least 1 thread and 1 call per thread"};
  std::size_t lanes = 0, records = 0, bytes = 0;
  if (__builtin_mul_overflow(threads, sizeof(Lane), &lanes) ||
      __builtin_mul_overflow(calls_per_thread, sizeof(CallRecord), &records) ||
      __builtin_mul_overflow(records, threads, &records) ||
      __builtin_add_overflow(lanes, records, &bytes) ||
      __builtin_add_overflow(bytes, sizeof(Recording), &bytes))
    return Error{Error::Code::usage, name + ": " + std::to_string(threads) + " threads x " +
                                         std::to_string(calls_per_thread) +
                                         " calls are more than there are addresses; ask for fewer"};
  return bytes;
}

CodeRange core_code() {
  CodeRange range;
  Dl_info core;
  if (dladdr(reinterpret_cast<const void*>(static_cast<Error (*)(const Configuration&)>(configure)),
             &core) == 0)
    return range;
  range.begin = reinterpret_cast<std::uintptr_t>(core.dli_fbase);
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* context) {
        CodeRange& of = *static_cast<CodeRange*>(context);
        if (module->dlpi_addr != of.begin) return 0;
        for (const ElfW(Phdr) & part : std::span(module->dlpi_phdr, module->dlpi_phnum))
          if (part.p_type == PT_LOAD)
            of.end = std::max(of.end, module->dlpi_addr + part.p_vaddr + part.p_memsz);
        return 1;
      },
      &range);
  return range;
}

Recording& begin_recording(void* memory, std::size_t threads, std::size_t calls_per_thread,
                           CodeRange core) {
  static std::atomic<std::uint64_t> last_id{0};
  Recording& recording = *static_cast<Recording*>(memory);
  recording.id = last_id.fetch_add(1) + 1;
  begin_process(getpid());
  recording.lane_count = threads;
  recording.calls_per_lane = calls_per_thread;
  // Nothing else in the core's module calls a probed function with another call's return slot.
  recording.core_begin = core.begin;
  recording.core_end = core.end;
  return recording;
}

std::vector<ThreadTrace> read_recording(Recording& recording) {
  std::vector<ThreadTrace> threads;
  const std::size_t lanes =
      std::min(recording.lanes_taken.load(std::memory_order_acquire), recording.lane_count);
  for (std::size_t i = 0; i < lanes; ++i) {
    const Lane& lane = recording.lane(i);
    const int thread = lane.thread.load(std::memory_order_acquire);
    if (thread == 0) continue;  // just taken, its thread is not stored yet
    const std::span records(recording.calls(i), lane.used.load(std::memory_order_acquire));
    std::size_t begin = 0;
    for (std::size_t at = 0; at < records.size(); ++at) {
      if (records[at].site) continue;
      threads.push_back(
          {static_cast<int>(records[at].slot), make_tree(records.subspan(begin, at - begin)), 0});
      begin = at + 1;
    }
    threads.push_back(
        {thread, make_tree(records.subspan(begin)), lane.dropped.load(std::memory_order_relaxed)});
  }
  return threads;
}

void CallTree::leave(std::uint64_t until) {
  const Open over = open_.back();
  open_.pop_back();
  visitor_.leave(over.call, until);
}

void CallTree::add(const CallRecord& record, const Site* site, bool is_unheard) {
  const CallState state = record.state.load(std::memory_order_acquire);
  while (!open_.empty() && !encloses(open_.back().call, open_.back().slot, record)) {
    Call& over = open_.back().call;
    if (over.ending == Ending::in_flight) over.ending = Ending::unheard;
    leave(record.start);
  }
  const bool is_outermost = open_.empty();
  const Call call = {.site = site,
                     .parent = is_outermost ? Call::none : open_.back().index,
                     .depth = is_outermost ? 0 : open_.back().call.depth + 1,
                     .start = record.start,
                     .ticks = state == CallState::in_flight ? 0 : record.ticks,
                     .ending = is_unheard ? Ending::unheard : ending_of(state)};
  open_.push_back({call, count_++, record.slot});
  visitor_.enter(call);
}

void CallTree::finish() {
  while (!open_.empty()) leave(CallVisitor::never);
}

std::vector<Call> make_tree(std::span<const CallRecord> records) {
  std::vector<Call> calls;
  calls.reserve(records.size());
  Keeper keeper(calls);
  CallTree tree(keeper);
  for (const CallRecord& record : records) tree.add(record, record.site);
  tree.finish();
  return calls;
}

}  // namespace retprobe::graph
