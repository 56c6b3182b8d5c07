// What the graph tracer's handlers write. Included by the hot object, so it mentions no
// floating-point type.
//
// One record per *call*, in the lane of the thread that made it: the entry handler takes the record
// and leaves its address and the time in its entry data; the exit handler, on whichever thread it
// runs, completes it. So there is no exit that could find no room, and no buffer that two threads
// append to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "retprobe/hit.h"

namespace retprobe::graph {

enum class CallState : std::uint32_t { in_flight, returned, unwound, abandoned };

struct CallRecord {
  const Site* site;
  std::uint64_t start;  // ticks
  std::uint64_t ticks;  // how long it took; valid unless state is in_flight
  std::uintptr_t
      slot;  // the return slot: tells which of two calls without an exit encloses the other
  std::uintptr_t return_address;
  std::atomic<CallState> state;  // written last
};

/// The calls of one thread.
struct alignas(64) Lane {
  CallRecord* calls;
  std::atomic<int> thread;             // 0: free
  std::atomic<std::size_t> used;       // written by its thread only
  std::atomic<std::uint64_t> dropped;  // calls that no longer fitted; likewise
};

struct Recorder {
  std::uint64_t id;  // never given twice in a process: a thread's note of its lane cannot be
                     // mistaken for another recorder's
  Lane* lanes;
  std::size_t lane_count;
  std::size_t calls_per_lane;
  std::atomic<std::size_t> lanes_taken;
  std::atomic<std::uint64_t> laneless;  // calls of threads that found no free lane
};

/// What an entry handler leaves for the exit handler of the same call.
struct EntryData {
  CallRecord* call;
  std::uint64_t start;
};

/// The handlers; `context` is the Recorder. Hot, async-signal-safe: no lock, no allocation, no
/// libc, no vector register.
bool record_entry(void* context, EntryFrame& call);
void record_exit(void* context, ReturnFrame& call);

}  // namespace retprobe::graph
