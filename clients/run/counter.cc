#include "clients/run/counter.h"

#include "clients/graph/system_call.h"

namespace retprobe::run {
namespace {

// Initial-exec, so that no access calls the dynamic linker.
struct Lane {
  Counts* counts;
  bool shared;
  // On the thread that forked, in the child: calls in flight with higher return slots began before
  // the fork. They enclose all calls that began after it, so those have lower slots.
  std::uintptr_t inherited_above;
};
constexpr std::uintptr_t nothing_inherited = ~std::uintptr_t{0};
__thread Lane lane [[gnu::tls_model("initial-exec")]] = {nullptr, false, nothing_inherited};

// Runs once per thread. A lane whose thread has ended is taken over: its counts go on. The core's
// guard ensures that no other handler interrupts this one on the same thread.
[[gnu::noinline]] void find_lane(const Counter& counter, int self) {
  Counters& counters = *counter.counters.load(std::memory_order_acquire);
  const bool is_known = self > 0;  // a seccomp filter may refuse it
  std::uint32_t found = 0;
  for (std::uint32_t i = 1; i < lane_count && !found && is_known; ++i) {
    int owner = counters.owners[i].load(std::memory_order_relaxed);
    if (owner == self || (owner == 0 && counters.owners[i].compare_exchange_strong(owner, self)))
      found = i;
  }
  if (!found && is_known) {
    for (std::uint32_t i = 1; i < lane_count && !found; ++i) {
      int owner = counters.owners[i].load(std::memory_order_relaxed);
      if (graph::has_ended(counter.process, owner) &&
          counters.owners[i].compare_exchange_strong(owner, self))
        found = i;
    }
  }
  lane.counts = counters.lane(found, counter.capacity);
  lane.shared = found == 0;
}

// One instruction, so that a signal handler's counts are not lost between a load and a store.
inline void add_one(std::uint64_t& count) {
  if (lane.shared)
    asm("lock incq %0" : "+m"(count));
  else
    asm("incq %0" : "+m"(count));
}

inline Counted place_of(const Counter& counter, const Site& site) {
  if (!lane.counts) [[unlikely]]
    find_lane(counter, graph::thread_id());
  const auto* const entry = counter.numbers.load(std::memory_order_acquire)->find(&site);
  if (!entry) return {};
  return {lane.counts + entry->number, entry->histogram};
}

[[gnu::noinline]] void note_own_call(const EntryFrame& call) {
  const auto slot = reinterpret_cast<std::uintptr_t>(call.slot());
  if (slot > lane.inherited_above) lane.inherited_above = slot;
}

bool is_inherited(const ReturnFrame& call) {
  const auto slot =
      call.registers.slot_is_copy ? call.slot : reinterpret_cast<std::uintptr_t>(&call.slot_word);
  return slot > lane.inherited_above;
}

}  // namespace

void prepare_lane(const Counter& counter, int thread) {
  if (!lane.counts) find_lane(counter, thread);
}

Counted count_call(const Counter& counter, const EntryFrame& call) {
  const Counted place = place_of(counter, call.site());
  if (lane.inherited_above != nothing_inherited) [[unlikely]]
    note_own_call(call);
  if (place.counts) add_one(place.counts->calls);
  return place;
}

Counted count_return(const Counter& counter, const ReturnFrame& call) {
  if (is_inherited(call)) [[unlikely]]
    return {};
  const Counted place = place_of(counter, call.site());
  if (place.counts) add_one(place.counts->ended[static_cast<unsigned>(call.reason())]);
  return place;
}

bool count_entry(void* context, EntryFrame& call) {
  return count_call(*static_cast<Counter*>(context), call).counts != nullptr;
}

void count_exit(void* context, ReturnFrame& call) {
  count_return(*static_cast<Counter*>(context), call);
}

void forget_lane() { lane.counts = nullptr; }

void begin_child(std::uintptr_t stack_pointer) { lane = {nullptr, false, stack_pointer}; }

}  // namespace retprobe::run
