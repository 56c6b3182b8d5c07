// A signal at one of the library's instructions, as the kernel might deliver it: the process steps
// itself.
#pragma once

#include "play.h"

namespace random_handlers {

/// The moment comes in the thread that has then played so many actions.
void prepare_steps(const Moment& moment);
void count_action();
/// Whether it has come, in this process.
bool signal_has_come();
/// No signal comes at an instruction any more, unless the moment is yet to come.
void end_steps();

/// A process that hangs is ended after half a minute.
void limit_time();

}  // namespace random_handlers
