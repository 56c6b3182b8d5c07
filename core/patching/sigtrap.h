// Owns the process's SIGTRAP handler. Two internal users look at every trap first, in this order:
// the `trap` return transfer, and text pokes. The return transfer comes first because it recognises
// its address with one comparison, while a poke needs a search of unbounded length. A trap that
// neither recognises goes to the handler that was installed before, or to the default action. The
// handler is installed when it is first needed. It is checked again before each poke, because other
// code may have replaced it.
#pragma once

#include <ucontext.h>

#include "retprobe/error.h"

namespace retprobe {

/// Looks at a breakpoint trap (rip is one past the 0xcc). Async-signal-safe. Returns true when it
/// handled the trap.
using TrapHandler = bool (*)(ucontext_t& context);

enum class TrapUser { return_trap, text_poke };

/// Makes `handler` the handler of `user`, and makes this library's handler the process's SIGTRAP
/// handler (SA_SIGINFO, SA_NODEFER, SA_RESTART, on the interrupted stack). Cold, idempotent.
Error claim_sigtrap(TrapUser user, TrapHandler handler);

}  // namespace retprobe
