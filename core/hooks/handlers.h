// A hit in its hook, and what hooks and designs do with it: run handlers, push and pop frames.
//
// All of this is hot: it runs in a hook with the guard set, and is async-signal-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/blocks/attachment.h"
#include "core/blocks/block.h"
#include "core/hooks/execution_stack.h"
#include "core/hooks/facts.h"
#include "core/hooks/thread.h"
#include "retprobe/hit.h"

namespace retprobe {

/// A hit at its entry.
struct Hit {
  Thread* thread;
  Record& record;
  EntryFrame& frame;
  std::uintptr_t slot;      // the return slot's address
  Handle single;            // direct path: the tracer
  const HandlerList* list;  // iterating path: the tracers
  bool is_tail = false;     // the slot holds a T: of a tail call, or of the stage before

  /// The content of the slot: the original return address or, in a tail call or a chain, a T.
  std::uintptr_t held() const { return *reinterpret_cast<const std::uintptr_t*>(slot); }
  /// The number of tracers.
  template <Path path>
  [[gnu::always_inline]] std::uint32_t count() const {
    return path == Path::direct ? 1 : list->count;
  }
  /// The tracers, in the order of their entry handlers.
  template <Path path>
  [[gnu::always_inline]] Handle handle(std::uint32_t i) const {
    return path == Path::direct ? single : list->handles[i];
  }
};

// ---- The guard. Probed calls of a signal handler must not push or pop frames while this hook does
// ---- so. A hook sets the guard before it reads anything, and clears it after it has written all.

[[gnu::always_inline]] inline void set_guard(Thread& thread, Guard guard) {
  thread.guard = guard;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}
[[gnu::always_inline]] inline void clear_guard(Thread& thread, Guard after = {}) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.guard = after;
}

// ---- Handlers ----

// A handler runs only if its attachment lives and tracing is not stopped. A detach in another
// thread observes the order. It kills the attachment, makes every CPU pass a barrier, and then
// waits for the threads whose `running` names the attachment. So this thread writes `running` first
// and tests whether the attachment lives afterwards. Nothing resets `running`: it counts only while
// the guard is set. (The three lines stand twice: as a function, they cost GCC 12 a register, and a
// hit with several tracers a store and a load for each.)

/// Runs the entry handler of `handle`, whose attachment is `attachment`, with `data` as its area of
/// entry data. True: the exit handler must run when the call ends.
///
/// On the direct path, no value is kept across the handler, so the hook of a hit with one tracer
/// saves no register. What follows the handler there uses `this_thread_again`.
template <Path path = Path::iterating>
[[gnu::always_inline]] inline bool run_entry(Hit& hit, const Attachment& attachment, Handle handle,
                                             std::byte* data) {
  hit.thread->running = &attachment;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!is_live(attachment, handle) || is_stopped()) [[unlikely]]
    return false;
  hit.frame.entry_data = data;
  const bool accepted = attachment.entry(attachment.context, hit.frame);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if constexpr (path == Path::iterating) return attachment.tracer.wants_exit(accepted);
  return this_thread_again.running->tracer.wants_exit(accepted);
}
template <Path path = Path::iterating>
[[gnu::always_inline]] inline bool run_entry(Hit& hit, Handle handle, std::byte* data) {
  return run_entry<path>(hit, attachment_of(handle), handle, data);
}

/// Runs the exit handlers of one return. `muted`: it runs none. The return is beneath another hook,
/// one of whose handlers has switched stacks, and `running` must keep naming that handler's
/// attachment, since a detach waits for it.
template <bool muted = false>
struct Exits {
  ReturnFrame& frame;

  /// Runs the exit handler of `handle`, unless its attachment is dead or tracing is stopped.
  [[gnu::always_inline]] void run(Handle handle, std::byte* data) const {
    if constexpr (muted) return;
    const Attachment& attachment = attachment_of(handle);
    this_thread.running = &attachment;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (!is_live(attachment, handle) || is_stopped()) [[unlikely]]
      return forgo();
    frame.entry_data = data;
    frame.attachment = &attachment;
    attachment.exit(attachment.context, frame);
  }
  /// Counts an exit handler that was due and does not run.
  [[gnu::always_inline]] void forgo() const {
    if constexpr (!muted) forgone_exits.fetch_add(1, std::memory_order_relaxed);
  }
};

/// Says that the words below `at` are written: they become a frame if a jump leaves the hook.
[[gnu::always_inline]] inline void set_pending(ExecutionStack& stack, std::uint64_t* at) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.pending = at;
}
/// Says that those words are a frame now, or that no tracer has accepted the call. Not before they
/// are: a jump in between would lose them.
[[gnu::always_inline]] inline void clear_pending(ExecutionStack& stack) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.pending = nullptr;
}

// ---- Frames on the shadow stack. The lowest word, which the entry hook has written, is what the
// ---- slot held at entry. The top word is the slot's address. The design's words lie between.

/// Turns the `words` words that are written above `top` into the newest frame. Returns true. The
/// words must be complete before `top` moves, since an inspection by another thread, or of a core
/// file, reads from `top` down.
[[gnu::always_inline]] inline bool push_written(ExecutionStack& stack, std::size_t words) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.top += words;
  return true;
}
/// Writes the slot's address at `at`, above the design's words, and makes the frame the newest.
[[gnu::always_inline]] inline void push_slot(ExecutionStack& stack, std::uint64_t* at,
                                             std::uintptr_t slot) {
  *at = slot;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.top = at + 1;
}
/// Pops the newest frame, whose lowest word is at `bottom`: the call will return to the address in
/// that word. A frame is popped before its last handler runs. If that handler leaves by a jump,
/// nothing of the frame is needed any more. The words stay intact while the handler runs, since no
/// hook of this thread pushes while the guard is set.
[[gnu::always_inline]] inline void pop_to(ExecutionStack& stack, ReturnFrame& frame,
                                          std::uint64_t* bottom) {
  stack.top = bottom;
  frame.slot_word = *bottom;
}

}  // namespace retprobe
