// Grace periods for data that hooks read, as in RCU. A hook is a read-side section: it begins when
// the hook sets its thread's guard and ends when the hook clears it. Data that hooks may still read
// is reclaimed after a grace period. A grace period ends when every thread that was in a hook at
// its start has been seen outside of one. All functions here are cold.
#pragma once

#include <cstdint>
#include <functional>
#include <new>
#include <span>
#include <utility>

#include "core/blocks/attachment.h"
#include "retprobe/error.h"

namespace retprobe {

/// The most that the two functions below wait, by this clock.
inline constexpr std::int64_t wait_limit_ns = 5'000'000'000;
std::int64_t now_ns();

/// Waits until no hook runs a handler of these attachments, which must be dead. Error (Code::busy)
/// after 5 s, naming the thread: it is still in a handler, or left it by a jump that the library
/// did not see.
Error synchronize_handlers(std::span<const Handle> handles);

/// Waits for a grace period, as synchronize_rcu does: until every hook that runs now has ended.
/// Error (Code::busy) after 5 s, naming the thread: it is still in a hook, or left one by a jump
/// that the library did not see.
Error synchronize_hooks();

/// Calls `reclaim` after a grace period, as call_rcu does. The call happens in run_due_callbacks,
/// during a later cold call, on that call's thread. Cheap: one batch may register thousands of
/// callbacks.
void call_after_grace_period(std::function<void()> reclaim);
/// The same for callers that must not fail any more. If there is no memory to register the
/// callback, the memory that it would reclaim leaks.
template <class Reclaim>
void call_after_grace_period_if_possible(Reclaim reclaim) {
  try {
    call_after_grace_period(std::move(reclaim));
  } catch (const std::bad_alloc&) {
  }
}
/// Runs the callbacks whose grace period has ended. Returns whether others are left.
bool run_due_callbacks();

}  // namespace retprobe
