// The interface of a design. A design decides what is stored for a call in flight, and so which
// handlers run when the call returns, with which data. Read this file first, then
// designs/counted_shadow/counted_shadow.h, the shortest complete design.
//
// A design is one folder with one header, designs/NAME/NAME.h. The header defines
// `retprobe::NAME::Design`, a type without instances that satisfies the concept at the end of this
// file. CMake finds the folder and generates a source file that binds the trampolines to the design
// by direct calls (core/bind.h). Nothing outside the folder names the design.
//
// Contexts:
//   cold  The control lock is held. May lock, allocate, use libc.
//   hot   In a hook, with the guard set. No allocation, no libc, no vector registers, no locks. A
//         hot function cannot fail: it can only count a call as missed. Compiled with
//         -mgeneral-regs-only -fno-exceptions -fasynchronous-unwind-tables; async-signal-safe.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/blocks/attachment.h"
#include "core/blocks/block.h"
#include "core/blocks/parallel_shadow.h"
#include "core/hooks/execution_stack.h"
#include "core/hooks/facts.h"
#include "core/hooks/thread.h"
#include "retprobe/hit.h"
#include "retprobe/shadow_view.h"

namespace retprobe {

/// A hit at its entry, as a design sees it.
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
};

// ---- Services for designs (hot) ----

/// Runs the entry handler of `handle`, whose attachment is `attachment`, with `data` as its area of
/// entry data. Does not run it when the attachment is dead or tracing is stopped. True: the exit
/// handler must run when the call ends.
[[gnu::always_inline]] inline bool run_entry(Hit& hit, const Attachment& attachment, Handle handle,
                                             std::byte* data) {
  // A detach in another thread observes this order. It kills the attachment, makes every CPU pass a
  // barrier, and then waits for the threads whose `running` names the attachment. So this thread
  // writes `running` first and tests whether the attachment lives afterwards. Nothing resets
  // `running`: it counts only while the guard is set.
  hit.thread->running = &attachment;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!is_live(attachment, handle) || is_stopped()) [[unlikely]]
    return false;
  hit.frame.entry_data = data;
  const bool accepted = attachment.entry(attachment.context, hit.frame);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return attachment.tracer.wants_exit(accepted);
}
[[gnu::always_inline]] inline bool run_entry(Hit& hit, Handle handle, std::byte* data) {
  return run_entry(hit, attachment_of(handle), handle, data);
}
/// The same for the only handler of a hit. It keeps no value across the call: what is needed
/// afterwards is found again by the thread. So the hook saves no register.
[[gnu::always_inline]] inline bool run_only_entry(Hit& hit, Handle handle, std::byte* data) {
  const Attachment& attachment = attachment_of(handle);
  hit.thread->running = &attachment;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!is_live(attachment, handle) || is_stopped()) [[unlikely]]
    return false;
  hit.frame.entry_data = data;
  const bool accepted = attachment.entry(attachment.context, hit.frame);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  hit.thread = &find_this_thread();
  return hit.thread->running->tracer.wants_exit(accepted);
}

/// Runs the exit handler of `handle`, unless its attachment is dead or tracing is stopped.
[[gnu::always_inline]] inline void run_exit(Thread& thread, ReturnFrame& frame, Handle handle,
                                            std::byte* data) {
  // This return runs beneath another hook's handler, which switched stacks. `running` must keep
  // naming that handler's attachment, since a detach waits for it.
  if (thread.muted) [[unlikely]]
    return;
  const Attachment& attachment = attachment_of(handle);
  thread.running = &attachment;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!is_live(attachment, handle) || is_stopped()) [[unlikely]]
    return;
  frame.entry_data = data;
  frame.record = attachment.record;
  attachment.exit(attachment.context, frame);
}

/// Turns the `words` words that are written above `top` into the newest frame. Returns true. The
/// words must be complete before `top` moves, since an inspection by another thread, or of a core
/// file, reads from `top` down.
[[gnu::always_inline]] inline bool grow(ExecutionStack& stack, std::size_t words) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.top += words;
  return true;
}
/// Writes the slot's address at `at`, the frame's top word, and makes the frame the newest.
[[gnu::always_inline]] inline void push_slot(ExecutionStack& stack, std::uint64_t* at,
                                             std::uintptr_t slot) {
  *at = slot;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.top = at + 1;
}

// ---- The concept ----

template <class D>
concept HasFacts = requires {
  { D::facts } -> std::convertible_to<const Facts&>;
};

/// A design whose frames lie on the shadow stack. `word` is the function's design word.
template <class D>
concept SlotDesign = HasFacts<D> && std::derived_from<typename D::Stack, ExecutionStack> &&
                     requires(typename D::Stack& stack, const typename D::Stack& view, Hit& hit,
                              ReturnFrame& frame, Thread& thread, DesignWord& word, Handle handle,
                              std::span<const Handle> handles, std::uintptr_t slot) {
                       // Cold. Makes what an attachment needs besides its table entry. In bitmask:
                       // a place in the function's table. (`word` points to that table, and the
                       // core copies it into all of the function's records.) In instance_pool: a
                       // pool of instances. On Error the attach is refused.
                       { D::attach(word, handle) } -> std::same_as<Error>;
                       // Cold. The attachment is dead and no hook runs its handlers. Frames in
                       // flight may still hold its handle.
                       { D::detach(word, handle) } -> std::same_as<void>;
                       // Cold. An upper bound of the shadow-stack words that one call with these
                       // tracers takes, the slot's included.
                       { D::frame_words(handles) } -> std::same_as<std::uint32_t>;
                       // Hot. The guard is set, stale frames are dropped, and hit.list->words words
                       // (direct path: frame_words of the one tracer) fit on the shadow stack. Runs
                       // the entry handlers in list order. Pushes a frame unless every handler
                       // declined. True: a frame was pushed.
                       { D::template on_entry<Path::direct>(stack, hit) } -> std::same_as<bool>;
                       // A chained design needs no on_entry for the iterating path, since each of
                       // its blocks has one tracer.
                       requires D::facts.wiring == Wiring::chained || requires {
                         {
                           D::template on_entry<Path::iterating>(stack, hit)
                         } -> std::same_as<bool>;
                       };
                       // Hot. The newest frame is the one that returns. Pops it, writes to
                       // frame.slot_word what its slot held at entry, and runs the exit handlers
                       // in reverse order. If the reason is not `returned`, the frame is being
                       // dropped.
                       { D::on_return(stack, frame, thread) } -> std::same_as<void>;
                       // Hot. A siglongjmp left a hook while its entry handlers ran;
                       // `stack.pending` points above the words written so far. Makes a frame of
                       // these words. The caller then drops it as stale.
                       { D::recover(stack, slot) } -> std::same_as<void>;
                       // Cold. The number of frames on this stack; and what its words mean, newest
                       // first (core/picture.h helps with it).
                       { D::frames(view) } -> std::same_as<std::size_t>;
                       { D::describe(view) } -> std::same_as<ShadowView>;
                     };

/// A design whose frame lies on the machine stack. `area` is the frame area in the block's frame,
/// 16-byte aligned. area_words is frame_words for this area.
template <class D>
concept FramedDesign =
    HasFacts<D> && requires(Hit& hit, ReturnFrame& frame, Thread& thread,
                            std::span<const Handle> handles, std::uint64_t* area) {
      { D::area_words(handles) } -> std::same_as<std::uint32_t>;
      // True: exit handlers are due, and area[0] is not 0.
      { D::template on_entry<Path::direct>(area, hit) } -> std::same_as<bool>;
      { D::template on_entry<Path::iterating>(area, hit) } -> std::same_as<bool>;
      { D::on_return(area, frame, thread) } -> std::same_as<void>;
    };

/// A design without hooks.
template <class D>
concept UnhookedDesign = HasFacts<D> && (D::facts.wiring == Wiring::unhooked);

template <class D>
concept Design = SlotDesign<D> || FramedDesign<D> || UnhookedDesign<D>;

}  // namespace retprobe
