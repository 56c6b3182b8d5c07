// Which execution stack an address lies on, and which of the frames there are stale. For core/hooks
// and core/unwinding only, and for reading a stack outside of hooks.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/hooks/execution_stack.h"
#include "core/hooks/thread.h"
#include "core/system/raw_syscall.h"

namespace retprobe {

/// The execution stack that `address` lies on; nullptr if its bounds are not known or it has no
/// shadow stack yet.
ExecutionStack* stack_of(Thread& thread, std::uintptr_t address);

/// The lowest address of the announced or alternate signal stack that `address` lies on; 0 if it
/// lies on none. Such a stack may be an array in a frame of the thread's own stack.
std::uintptr_t stack_within(std::uintptr_t address);

/// For a thread that has just got its record: makes the stack of its first hit the current one, if
/// the registry has that stack's bounds. With the registry's lock held.
void begin_on_known_stack(Thread& thread, std::uintptr_t slot);

/// For a thread that goes on to another slot. Frees its current stack if that is a single slot's
/// whose last frame was popped. With the registry's lock held.
void leave_single_slot(Thread& thread);

/// Drops the newest frame, whose call will never return, and notifies its tracers. The reason is
/// `unwound` if an exception took its T out of the slot, else `abandoned`. The guard must be set.
void drop_newest(Thread& thread, ExecutionStack& stack);

/// Ends drop_newest. Also where a jump has left it (clear_stale_guard).
void end_drop(Thread& thread);

/// Drops the frames of calls that end when the stack pointer becomes `address`: those below it on
/// its execution stack. On a stack with unknown bounds, it drops only those of them that an
/// exception has passed. Not to be called in a hook. `is_ahead`: a jump to `address` is to follow,
/// and the calls' slots are still in use. They get their original addresses back: if a handler
/// jumps to one of these calls instead, or switches stacks and does not come back, it returns.
void drop_frames_below(Thread& thread, std::uintptr_t address, bool is_ahead = false);

/// Cleans up after a hook that was left by a jump, and clears its guard. With signals blocked: a
/// handler's hit would do the same work in the middle of it.
void clear_stale_guard(Thread& thread);

/// Clears the guard if `is_left()`: the hook that set it was left by a jump. True: the guard is
/// clear. A thread that ends or has had no hit yet is in no hook that could be left.
template <class IsLeft>
bool clear_guards_left(Thread& thread, IsLeft is_left) {
  while (thread.guard.is_set()) {
    if (thread.guard.is_first_hit() || !is_left()) return false;
    const SignalsBlocked blocked;
    // A signal handler may have cleared it meanwhile.
    if (thread.guard.is_set() && is_left()) clear_stale_guard(thread);
  }
  return true;
}

/// A read-side section (see grace_period.h) for code that reads an execution stack outside of
/// hooks, without the lock. No stack that is found after its start is unmapped before its end. It
/// sets the thread's guard as a return hook does, so hits meanwhile are counted as missed. If the
/// guard is set already, as in a handler, it changes nothing.
class StackGuard {
 public:
  explicit StackGuard(Thread& thread) : thread_(thread.guard.is_set() ? nullptr : &thread) {
    if (!thread_) return;
    frame_.describe(RegisterSet::scalar, ReturnReason::returned);
    thread_->guard = Guard::of_return(frame_.set);
    asm volatile("" : : "r"(&frame_) : "memory");
  }
  ~StackGuard() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (thread_) thread_->guard = {};
  }
  StackGuard(const StackGuard&) = delete;
  StackGuard& operator=(const StackGuard&) = delete;

 private:
  Registers frame_;  // stands for those of a return hook, whose mark guard.cc reads
  Thread* thread_;
};

}  // namespace retprobe
