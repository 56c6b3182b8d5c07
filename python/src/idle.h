// Handlers that do nothing: what a probe has that nobody listens to. They run in every register
// set.
#pragma once

#include "retprobe/hit.h"

namespace retprobe::python {

/// Every call is accepted.
bool accept_idly(void*, EntryFrame&);
/// Its return is heard of, so that each call in flight has its frame.
void hear_idly(void*, ReturnFrame&);

}  // namespace retprobe::python
