// The data that the graph tracer's handlers write. The hot object includes this header, so it uses
// no floating-point type.
//
// There is one record per *call*, in the lane of the thread that made the call. The entry handler
// takes the record, and leaves the record's address and the time in its entry data. The exit
// handler completes the record, on whichever thread it runs. So an exit always has room, and no two
// threads append to one buffer.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "retprobe/hit.h"

namespace retprobe::graph {

enum class CallState : std::uint32_t { in_flight, returned, unwound, abandoned };

struct CallRecord {
  const Site* site;  // null: no call; the thread whose number is in `slot` had the lane until here
  std::uint64_t start;  // ticks
  std::uint64_t ticks;  // how long it took; valid unless state is in_flight
  // The address of the return slot. It tells which of two calls without an exit encloses the other.
  std::uintptr_t slot;
  std::atomic<CallState> state;  // written last
  bool is_tail_call;             // it found a return trampoline's address in its return slot
};

/// The calls of one thread.
struct alignas(64) Lane {
  std::atomic<int> thread;             // 0: free; another one goes on where a thread ended
  std::atomic<std::size_t> used;       // written by its thread only
  std::atomic<std::uint64_t> dropped;  // calls that did not fit; likewise
};

/// A recording in memory: this, the lanes, then the records of each lane. It holds no address of
/// itself, so another process can map and read it. Memory of zeros is what begin() expects.
struct alignas(64) Recording {
  // Never used twice in a process, so a thread cannot mistake its note of a lane for another
  // recording's.
  std::uint64_t id;
  std::size_t lane_count, calls_per_lane;
  std::uintptr_t core_begin, core_end;  // the core's code: return trampolines are in it
  std::atomic<std::size_t> lanes_taken;
  std::atomic<std::uint64_t> laneless;  // calls of threads that found no free lane

  Lane& lane(std::size_t index) { return reinterpret_cast<Lane*>(this + 1)[index]; }
  CallRecord* calls(std::size_t lane_index) {
    return reinterpret_cast<CallRecord*>(&lane(lane_count)) + lane_index * calls_per_lane;
  }
  bool holds(const CallRecord* record) { return record >= calls(0) && record < calls(lane_count); }
};

/// Where the handlers record. Their context.
struct Recorder {
  std::atomic<Recording*> recording;
};

/// What an entry handler passes to the exit handler of the same call.
struct EntryData {
  CallRecord* call;
  std::uint64_t start;
};

/// Tells the calling thread's number to its handlers, so that they need not ask the kernel for it.
void prepare_thread(int number);
/// The process whose threads record, in all recordings. In the child of a fork, call it before any
/// probed call: the calling thread gets a lane of its new number, and those of its parent's threads
/// are free. (A handler cannot ask for it: after vfork, another process runs in this memory.)
/// Async-signal-safe.
void begin_process(int process);

/// The handlers; `context` is the Recorder. Hot, async-signal-safe: no lock, no allocation, no
/// libc, no vector register. The exit of a call that another recording has is not recorded: after
/// fork, the child's calls from before are the parent's.
bool record_entry(void* context, EntryFrame& call);
void record_exit(void* context, ReturnFrame& call);

}  // namespace retprobe::graph
