// What cold code asks of threads and execution stacks, and changes: whether it runs in a handler,
// which stacks exist, which calls are in flight on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hooks/execution_stack.h"

namespace retprobe {

struct DesignEntry;

/// Whether the caller runs inside a handler.
bool in_handler();
int current_tid();
/// Makes what the calling thread's first hit would make. The caller knows the thread's number, so
/// the kernel is not asked for it. Async-signal-safe.
void prepare_thread(int tid);

/// 0, or the errno with which the library could not ask to be notified of threads' ends and of
/// forks when it was loaded. An attach fails with it.
int thread_notices_error();

/// Drops the frames of the calling thread that a jump or an exception to `stack_pointer` has passed
/// over. The thread's next hit there would do the same. Does nothing inside a handler.
void drop_own_stale_frames(std::uintptr_t stack_pointer);

/// Finds out where this glibc stores the bounds of a thread's stack. Idempotent. Must be called
/// before the first attach.
void find_stack_words();

/// Makes `next` the active design and takes the shadow stacks of the design before from all
/// threads. They are unmapped after a grace period. No tracer may be attached and no call may be in
/// flight.
void forget_stacks(const DesignEntry& next);

/// The number of calls in flight on all execution stacks. Exact if no other thread runs a probed
/// function.
std::size_t frames_in_flight();

/// The number of calls in flight on the calling thread's current stack; 0 in a design that keeps no
/// list of them. Async-signal-safe.
std::size_t own_frames();

/// A snapshot of one execution stack, for accounting and inspection.
struct StackUse {
  ExecutionStack::Kind kind;
  std::uintptr_t low;
  std::size_t bytes;
  std::size_t frames;
  std::size_t shadow_bytes;  // bytes of the shadow stack in use
};
std::vector<StackUse> stack_uses();

}  // namespace retprobe
