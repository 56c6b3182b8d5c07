// The `trap` return transfer: T is a breakpoint, and the SIGTRAP handler runs the return hook.
// Kretprobes worked so in 2005.
#pragma once

#include "retprobe/error.h"

namespace retprobe {

/// Installs the library's SIGTRAP handler. Cold, idempotent. Must be called before the first block
/// with the trap transfer is reachable.
Error enable_return_traps();

}  // namespace retprobe
