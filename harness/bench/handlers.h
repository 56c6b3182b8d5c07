// The handlers of the benchmarks' tracers: the same for every design, and as little as a handler
// can do, so that a time is that of the probe. Compiled without vector registers, as the scalar
// register set asks. Hot, async-signal-safe.
#pragma once

#include "retprobe/hit.h"

namespace retprobe::harness {

bool accept_call(void* context, EntryFrame& call);
bool decline_call(void* context, EntryFrame& call);
void hear_return(void* context, ReturnFrame& call);
/// One increment of the 64-bit word that `context` points to; atomic.
bool count_call(void* context, EntryFrame& call);

}  // namespace retprobe::harness
