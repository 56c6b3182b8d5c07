// The handlers of the agent: they count calls and returns on the board.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "clients/run/board.h"
#include "retprobe/hit.h"

namespace retprobe::run {

/// Finds a function's number on the board by its Site. Open addressing. A change makes a new table;
/// the old one is kept until no hook reads it.
struct SiteNumbers {
  struct Entry {
    std::atomic<const Site*> site;
    std::uint32_t number;
    std::uint32_t histogram;  // as in Function
  };
  std::uint64_t mask;
  Entry* entries;

  static std::uint64_t hash(const Site* site) {
    // Sites lie in arrays; the low bits of the product mix all bits of the address.
    const auto address = reinterpret_cast<std::uintptr_t>(site) * 0x9e37'79b9'7f4a'7c15;
    return address >> 32;
  }
  /// Null: it has none. Hot.
  const Entry* find(const Site* site) const {
    for (std::uint64_t at = hash(site);; ++at) {
      const Entry& entry = entries[at & mask];
      const Site* const there = entry.site.load(std::memory_order_acquire);
      if (there == site) return &entry;
      if (!there) return nullptr;
    }
  }
};

struct Counter {
  std::atomic<const SiteNumbers*> numbers;
  std::atomic<Counters*> counters;  // this process's
  std::uint32_t capacity;
  int process;
  std::uint32_t forks;  // between the process in which the agent began and this one
};

/// Where a call is counted. Nowhere: `counts` is null.
struct Counted {
  Counts* counts = nullptr;
  std::uint32_t histogram = 0;
};
/// Hot, async-signal-safe. They count one entry and one exit.
Counted count_call(const Counter& counter, const EntryFrame& call);
Counted count_return(const Counter& counter, const ReturnFrame& call);
/// The handlers. Likewise. `context`: the Counter.
bool count_entry(void* context, EntryFrame& call);
void count_exit(void* context, ReturnFrame& call);
/// Finds the calling thread's lane, so that its first call need not.
void prepare_lane(const Counter& counter, int thread);
/// The calling thread has to find a lane again.
void forget_lane();
/// In the child of a fork: the calling thread has no lane yet. Its calls in flight, whose return
/// slots lie above `stack_pointer`, are its parent's, and their ends are not counted.
void begin_child(std::uintptr_t stack_pointer);

}  // namespace retprobe::run
