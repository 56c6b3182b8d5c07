// What the cold side asks of execution stacks: where they are, what is in flight on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hooks/execution_stack.h"

namespace retprobe {

struct DesignEntry;

/// Finds out, once, where this glibc keeps the bounds of a thread's stack. To be called before
/// anything is attached.
void find_stack_words();

/// Takes their shadow stacks from all threads, and makes `next` the active design, whose stacks are
/// others. No tracer is attached and no call is in flight. They are unmapped when every hook that
/// runs now has ended (see call_after_grace_period).
void forget_stacks(const DesignEntry& next);

/// The slot records that calls in flight may still tell their tracers of, by index. None of a call
/// that was in flight before is left out; a word that only looks like one may name one too many.
std::vector<bool> records_in_flight();

/// Calls in flight on all execution stacks. Exact when no probed function is running in other
/// threads.
std::size_t frames_in_flight();

/// For accounting and inspection: the execution stacks that exist, as a snapshot.
struct StackUse {
  ExecutionStack::Kind kind;
  std::uintptr_t low;
  std::size_t bytes;
  std::size_t frames;
  std::size_t shadow_bytes;  // of shadow stack in use
};
std::vector<StackUse> stack_uses();

}  // namespace retprobe
