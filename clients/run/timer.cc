#include "clients/run/timer.h"

#include <bit>

#include "clients/graph/clock.h"

namespace retprobe::run {
namespace {

// What runs on this thread. Each entry and each exit adds the time since the one before to its own
// time. So the own times of all functions are the thread's time in probed functions, also where a
// call has no end. Initial-exec, so that no access calls the dynamic linker.
struct Running {
  Times* times;  // null: no probed function
  std::uint64_t since;
};
__thread Running running [[gnu::tls_model("initial-exec")]];

struct Place {
  Times& times;
  bool shared;  // by several threads
};
inline Place place_of(const Counter& counter, const Counts* counts) {
  Counters& counters = *counter.counters.load(std::memory_order_acquire);
  const auto index = static_cast<std::uint64_t>(counts - counters.lane(0, counter.capacity));
  return {Durations::of(counters, counter.capacity).lanes()[index], index < counter.capacity};
}

inline void add(std::uint64_t& sum, std::uint64_t ticks, bool shared) {
  if (shared)
    asm("lock addq %1, %0" : "+m"(sum) : "r"(ticks));
  else
    sum += ticks;
}

inline void go_on_with(Times* times, std::uint64_t now, bool shared) {
  if (running.times) add(running.times->self, now - running.since, shared);
  running = {times, now};
}

}  // namespace

bool time_entry(void* context, EntryFrame& call) {
  const Counter& counter = *static_cast<Counter*>(context);
  const Counted counted = count_call(counter, call);
  if (!counted.counts) return false;
  const auto [times, shared] = place_of(counter, counted.counts);
  auto& timed = *reinterpret_cast<TimedCall*>(call.entry_data);
  timed.caller = running.times;
  timed.forks = counter.forks;
  timed.nested = times.nested;
  if (!shared) times.nested = 0;
  timed.start = graph::now_ticks();  // late, to leave out the handler's own time
  go_on_with(&times, timed.start, shared);
  return true;
}

void time_exit(void* context, ReturnFrame& call) {
  const std::uint64_t now = graph::now_ticks();
  const Counter& counter = *static_cast<Counter*>(context);
  const auto& timed = *reinterpret_cast<const TimedCall*>(call.entry_data);
  // A parent's call, whose memory is gone. A coroutine's slot does not tell (is_inherited).
  if (timed.forks != counter.forks) [[unlikely]]
    return;
  const Counted counted = count_return(counter, call);
  if (!counted.counts) return;
  const auto [times, shared] = place_of(counter, counted.counts);
  const std::uint64_t ticks = now - timed.start;
  // Threads that share a lane do not know each other's nested calls.
  const std::uint64_t nested = shared ? 0 : times.nested;
  // Calls of coroutines overlap without one being within the other.
  add(times.total, ticks > nested ? ticks - nested : 0, shared);
  if (!shared) times.nested = timed.nested + ticks;
  go_on_with(timed.caller, now, shared);
  if (counted.histogram) {
    Counters& counters = *counter.counters.load(std::memory_order_acquire);
    Buckets& buckets = Durations::of(counters, counter.capacity).histograms[counted.histogram - 1];
    add(buckets[static_cast<std::size_t>(std::bit_width(ticks))], 1, true);
  }
}

void forget_running() { running = {}; }

}  // namespace retprobe::run
