// The handlers of the benchmarks' tracers. They are the same for every design. The empty ones do as
// little as possible, so that a time is the probe's; the others do what a user's tracer does. They
// are compiled without vector registers, as the scalar register set requires. Hot,
// async-signal-safe.
#pragma once

#include "retprobe/hit.h"

namespace retprobe::harness {

/// What a tracer's handlers counted or recorded.
struct Handled {
  std::uint64_t entries = 0, exits = 0;
};

bool accept_call(void* context, EntryFrame& call);
bool decline_call(void* context, EntryFrame& call);
void ignore_return(void* context, ReturnFrame& call);
/// Increments the 64-bit word that `context` points to, atomically.
bool count_call(void* context, EntryFrame& call);
/// These increment a counter of the `Handled` that `context` points to, as the counting handlers of
/// peers do: not atomically, for one thread.
bool count_entry(void* context, EntryFrame& call);
void count_exit(void* context, ReturnFrame& call);
/// These write into the calling thread's ring (recorder.h). The record's address names the
/// function.
bool record_entry(void* context, EntryFrame& call);
void record_exit(void* context, ReturnFrame& call);

}  // namespace retprobe::harness
