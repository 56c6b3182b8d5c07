// The `trap` return transfer: T is a breakpoint, and the work is done in the SIGTRAP handler, as
// kretprobes did it in 2005.
#pragma once

#include "retprobe/error.h"

namespace retprobe {

/// Makes SIGTRAP ours. Cold; to be called before the first block of that transfer is reachable.
/// Idempotent.
Error enable_return_traps();

}  // namespace retprobe
