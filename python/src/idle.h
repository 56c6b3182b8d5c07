// Handlers that do nothing, for a probe without listeners. They run in every register set.
#pragma once

#include "retprobe/hit.h"

namespace retprobe::python {

/// Accepts every call.
bool accept_idly(void*, EntryFrame&);
/// Takes the return, so that each call in flight has its frame.
void hear_idly(void*, ReturnFrame&);

}  // namespace retprobe::python
