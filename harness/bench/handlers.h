// The handlers of the benchmarks' tracers. They are the same for every design and do as little as
// possible, so that a time is the probe's. They are compiled without vector registers, as the
// scalar register set requires. Hot, async-signal-safe.
#pragma once

#include "retprobe/hit.h"

namespace retprobe::harness {

bool accept_call(void* context, EntryFrame& call);
bool decline_call(void* context, EntryFrame& call);
void hear_return(void* context, ReturnFrame& call);
/// Increments the 64-bit word that `context` points to, atomically.
bool count_call(void* context, EntryFrame& call);

}  // namespace retprobe::harness
