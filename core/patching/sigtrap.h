// The one owner of SIGTRAP in the process. Two internal users (the `trap` return transfer and text
// pokes) look at every trap first, in that order: a return knows its address by a comparison, a
// poke by a search that is as long as chance has it. Whatever neither of them knows goes to the
// handler that was there before, or to the default action. Installed at the first need, checked
// again before each poke, since somebody may have replaced it.
#pragma once

#include <ucontext.h>

#include "retprobe/error.h"

namespace retprobe {

/// Looks at a breakpoint trap (rip is one past the 0xcc). Async-signal-safe. Returns true when it
/// dealt with it.
using TrapHandler = bool (*)(ucontext_t& context);

enum class TrapUser { return_trap, text_poke };

/// Makes `handler` the handler of `user` and sees to it that ours is the process's SIGTRAP handler
/// (SA_SIGINFO, SA_NODEFER, SA_RESTART, on the stack that was interrupted). Cold, idempotent.
Error claim_sigtrap(TrapUser user, TrapHandler handler);

}  // namespace retprobe
