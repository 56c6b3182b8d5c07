// Grace periods. A hook is a read-side section: it begins when it sets its thread's guard and ends
// when it lifts it. What hooks may still read is reclaimed after a grace period, which has passed
// when every thread that was in a hook has been seen outside of it. (The kernel's word is RCU's:
// synchronize_rcu waits, call_rcu hands over.) Cold.
#pragma once

#include <functional>
#include <span>

#include "core/blocks/attachment.h"
#include "retprobe/error.h"

namespace retprobe {

/// Waits until no hook runs a handler of these attachments, which are dead already. Error
/// (Code::busy), naming the thread, where that does not end: a thread stays in a handler for longer
/// than the time limit, or left it by a jump that nobody saw.
Error synchronize_handlers(std::span<const Handle> handles);

/// Waits until every hook that runs now has ended. Error (Code::busy), naming the thread, where one
/// takes longer than a detach waits for a handler: or a jump that nobody saw left its guard set.
Error synchronize_hooks();

/// Hands `reclaim` over to be called once every hook that runs now has ended (at some later cold
/// call, on that caller's thread). Cheap: a batch hands over thousands.
void call_after_grace_period(std::function<void()> reclaim);
/// Runs what is due.
void run_due_callbacks();

}  // namespace retprobe
