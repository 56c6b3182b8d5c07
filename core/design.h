// The contract of a design: who gets called when a frame returns, with which data. Read this first,
// then designs/counted_shadow/counted_shadow.h, the shortest complete one.
//
// A design is one folder with one header, designs/NAME/NAME.h, that defines
// `retprobe::NAME::Design`, a type without instances that satisfies the concept at the end of this
// file. CMake finds the folder and generates the few lines that bind the trampolines to it by
// direct calls (core/bind.h). Nothing outside the folder names it.
//
// Contexts:
//   cold  the control lock is held; may lock, allocate, use libc.
//   hot   in a hook, the guard is set. No allocation, no libc, no vector registers, no locks, no
//   failure: only miss and count.
//         Compiled with -mgeneral-regs-only -fno-exceptions -fasynchronous-unwind-tables;
//         async-signal-safe by construction.
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
  Thread& thread;
  Record& record;
  EntryFrame& frame;
  std::uintptr_t slot;      // the return slot's address
  Handle single;            // direct path: the tracer
  const HandlerList* list;  // iterating path: the tracers

  /// What the slot holds: the original return address; in a tail call or a chain, a T.
  std::uintptr_t held() const { return *reinterpret_cast<const std::uintptr_t*>(slot); }
};

// ---- Services for designs (hot) ----

/// Runs the entry handler of `handle`, whose attachment is `attachment`, if it still lives and
/// tracing is not stopped, with `data` as its area. True: an exit is due.
[[gnu::always_inline]] inline bool run_entry(Hit& hit, const Attachment& attachment, Handle handle,
                                             std::byte* data) {
  // The observer is a detach in another thread: it kills the attachment, makes every CPU pass a
  // barrier, and then waits for those that it finds running. So: announce first, look at the epoch
  // after. (Nothing takes the announcement back: it counts as long as the guard is set.)
  hit.thread.running = &attachment;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!is_live(attachment, handle) || is_stopped()) [[unlikely]]
    return false;
  hit.frame.entry_data = data;
  const bool due = attachment.entry(attachment.context, hit.frame) & attachment.wants_exit;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return due;
}
[[gnu::always_inline]] inline bool run_entry(Hit& hit, Handle handle, std::byte* data) {
  return run_entry(hit, attachment_of(handle), handle, data);
}

/// Runs the exit handler of `handle`, if it still lives and tracing is not stopped.
[[gnu::always_inline]] inline void run_exit(Thread& thread, ReturnFrame& frame, Handle handle,
                                            std::byte* data) {
  // Beneath a running handler (muted), whose announcement has to stay: a detach waits for that one.
  if (thread.muted) [[unlikely]]
    return;
  const Attachment& attachment = attachment_of(handle);
  thread.running = &attachment;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!is_live(attachment, handle) || is_stopped()) [[unlikely]]
    return;
  frame.entry_data = data;
  attachment.exit(attachment.context, frame);
}

/// The first thing that a return hook does with the frame that it pops, before any of the frame's
/// handlers runs: `held` is what the slot held at entry. That goes back there; and handlers are
/// told where the call goes back to, which is elsewhere behind a tail call or a later stage of a
/// chain, where the slot held a T.
[[gnu::always_inline]] inline void tell_frame(ReturnFrame& frame, const Record& record,
                                              std::uintptr_t slot, std::uintptr_t held) {
  frame.record = &record;  // the guard's witness: see guard.cc
  frame.slot_word = held;
  if (is_trampoline(held)) [[unlikely]]
    held = original_of(slot);
  frame.registers.rip = held;
}

/// The same where it takes long to find what the slot held: the original address from the slot's
/// shadow, which is there as long as the frame is. `frame.slot_word` has still to be written.
[[gnu::always_inline]] inline void tell_frame(ReturnFrame& frame, const Record& record,
                                              std::uintptr_t slot) {
  frame.record = &record;
  frame.registers.rip = original_of(slot);
}

/// The control word of a frame's trailer: in bits 6 to 22 where the record is, as offset_of says
/// it; the rest is the design's.
inline constexpr unsigned record_first_bit = 6, record_end_bit = 23;
static_assert(RP_RECORD_BYTES == 1 << record_first_bit &&
              RP_BLOCK_COUNT * RP_RECORD_BYTES <= 1 << record_end_bit);
inline const Record& record_in(std::uint64_t control) {
  return record_at(control & ((1u << record_end_bit) - (1u << record_first_bit)));
}

[[gnu::always_inline]] inline void write_trailer(std::uint64_t* at, std::uintptr_t slot,
                                                 std::uint64_t control) {
  at[0] = slot;
  at[1] = control;
}
/// Makes what is written above the top, `words` of it, the newest frame; true. The words must be
/// complete before `top` moves: another thread's inspection and a core file read from `top` down.
[[gnu::always_inline]] inline bool grow(ExecutionStack& stack, std::size_t words) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.top += words;
  return true;
}
/// Puts a trailer at `at` and makes the frame below it the newest.
[[gnu::always_inline]] inline void push_trailer(ExecutionStack& stack, std::uint64_t* at,
                                                std::uintptr_t slot, std::uint64_t control) {
  write_trailer(at, slot, control);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stack.top = at + trailer_words;
}

// ---- The concept ----

template <class D>
concept HasFacts = requires {
  { D::facts } -> std::convertible_to<const Facts&>;
};

/// A design whose frames lie on the shadow stack.
template <class D>
concept SlotDesign = HasFacts<D> && std::derived_from<typename D::Stack, ExecutionStack> &&
                     requires(typename D::Stack& stack, const typename D::Stack& view, Hit& hit,
                              ReturnFrame& frame, Thread& thread, DesignWord& word, Handle handle,
                              std::span<const Handle> handles, std::uintptr_t slot) {
                       // Cold. What an attachment needs besides its table entry: a place in the
                       // function's table (bitmask: `word`, which then stands in all of the
                       // function's records), a pool of its own (instance_pool). On Error the
                       // attach is refused.
                       { D::attach(word, handle) } -> std::same_as<Error>;
                       // Cold. The handle is dead and no hook runs its handlers; frames in flight
                       // may still carry it.
                       { D::detach(word, handle) } -> std::same_as<void>;
                       // Cold. An upper bound of the shadow-stack words, trailer included, that one
                       // call with these tracers takes.
                       { D::frame_words(handles) } -> std::same_as<std::uint32_t>;
                       // Hot, after the guard is set, stale frames are dropped and hit.list->words
                       // (direct: frame_words of the one) are known to fit. Runs the entry handlers
                       // in list order; pushes a frame unless every one declined. True: a frame was
                       // pushed.
                       { D::template on_entry<Path::direct>(stack, hit) } -> std::same_as<bool>;
                       // (A chain has one tracer per block: its on_entry is not asked for the
                       // iterating path.)
                       requires D::facts.wiring == Wiring::chained || requires {
                         {
                           D::template on_entry<Path::iterating>(stack, hit)
                         } -> std::same_as<bool>;
                       };
                       // Hot. The newest frame is the one that returns. Pops it, leaves in
                       // frame.slot_word what its slot held at entry (tell_frame does), runs the
                       // exit handlers in reverse. With frame.reason other than `returned` it is a
                       // frame being dropped.
                       { D::on_return(stack, frame, thread) } -> std::same_as<void>;
                       // Hot. A hook was left by siglongjmp while its entry handlers ran, and
                       // `stack.pending` says how far it got: make the words up to there a frame
                       // (which the caller will find to be stale).
                       { D::recover(stack, slot) } -> std::same_as<void>;
                       // Unwind, async-signal-safe: what the newest frame with this slot, and below
                       // it in a chain, goes back to; 0: no such frame.
                       { D::resolve(view, slot) } -> std::same_as<std::uintptr_t>;
                       // Accounting: frames on this stack; what its words mean, newest first
                       // (core/picture.h helps).
                       { D::frames(view) } -> std::same_as<std::size_t>;
                       { D::describe(view) } -> std::same_as<ShadowView>;
                     };

/// A design whose frame is on the machine stack: `area` is the record's frame area, 16-byte
/// aligned.
template <class D>
concept FramedDesign =
    HasFacts<D> && requires(Hit& hit, ReturnFrame& frame, Thread& thread,
                            std::span<const Handle> handles, std::uint64_t* area) {
      { D::area_words(handles) } -> std::same_as<std::uint32_t>;
      { D::template on_entry<Path::direct>(area, hit) } -> std::same_as<void>;
      { D::template on_entry<Path::iterating>(area, hit) } -> std::same_as<void>;
      { D::on_return(area, frame, thread) } -> std::same_as<void>;
    };

/// A design without hooks.
template <class D>
concept UnhookedDesign = HasFacts<D> && (D::facts.wiring == Wiring::unhooked);

template <class D>
concept Design = SlotDesign<D> || FramedDesign<D> || UnhookedDesign<D>;

}  // namespace retprobe
