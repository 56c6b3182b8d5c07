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

#include "core/attachment.h"
#include "core/block.h"
#include "core/execution_stack.h"
#include "core/hit.h"
#include "core/parallel_shadow.h"
#include "core/shadow_view.h"
#include "core/thread.h"

namespace retprobe {

/// How the return trampoline is entered and left. A property of the core; every slot-shaped design
/// works with each.
enum class Transfer : std::uint8_t { paired, push_ret, call_ret, jump, trap };
inline constexpr std::size_t transfer_count = 5;
constexpr std::string_view to_string(Transfer transfer) {
  constexpr std::string_view names[] = {"paired", "push_ret", "call_ret", "jump", "trap"};
  return names[static_cast<std::size_t>(transfer)];
}

/// How an entry trampoline hands the call to the body: the slot is freed and the body *called*; the
/// slot's content is replaced and the body jumped to; the body is called from a frame beneath the
/// slot.
enum class EntryMode : std::uint8_t { paired, replace, framed };
inline constexpr std::size_t entry_mode_count = 3;

/// One tracer on the function, or any number.
enum class Path : std::uint8_t { direct, iterating };
inline constexpr std::size_t path_count = 2;

/// How the sites of a design are wired to blocks.
enum class Wiring : std::uint8_t {
  unhooked,  // sites are patched, no block, no handler
  framed,    // a framed block per size of the frame area; no shadow stack
  shared,    // one slot block for the direct path, one for the iterating path
  chained,   // one slot block per attachment, each calling the next
};

/// In a chain, Record::policy is the next stage's record, or null before the body; with this bit,
/// the record's own tracer is skipped.
inline constexpr std::uintptr_t chain_passes_through = 1;

/// Something that a design cannot do, by what it is; a scenario that `affects` names is shown as
/// "declared".
struct Inability {
  std::string_view scenario;  // a scenario's name, or a glob over names
  std::string_view why;
};

/// What no design of the slot shape can do, since the core cannot.
inline constexpr Inability core_inabilities[] = {
    {"stacks_switch_inside_a_frame",
     "a coroutine's stack that is an array in another frame, and of which nobody was told "
     "(add_stack), cannot be told from the stack around it: calls in flight there look passed "
     "over"},
    {"every_instruction_exceptions",
     "in the paired transfer a call in flight has two entries on CET's shadow stack, the caller's "
     "and the block's; the T is taken out of the unwinder's way, so it takes one off: under CET an "
     "exception through a probed call would leave one behind"},
    {"unwind_perf_dwarf",
     "perf unwinds copies of stacks later, and reads all else from the modules' files: the "
     "parallel shadow is in none, so the chain ends in the first return trampoline "
     "(docs/unwinding.md has the evidence)"},
    {"unwind_gdb_on_trampoline",
     "gdb takes two frames of one function with one CFA for the same frame and ends the chain: a "
     "block whose entry handler runs, on top of the T that the slot holds already, are two such"},
    {"unwind_perf_fp",
     "the kernel follows frame pointers and takes what return slots hold, so a probed function's "
     "caller shows as retprobe_return_trampolines; nothing else is lost "
     "(unwind_perf_fp_trampolines)"},
};

struct Facts {
  std::string_view idea;         // one line
  std::string_view proposed_by;  // who and where
  Wiring wiring = Wiring::shared;
  bool keyed_by_slot = true;  // frames carry their slot's address, so stale ones are recognised
  std::span<const Inability> declared = {};
};

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
                              ReturnFrame& frame, Thread& thread, void*& policy, Handle handle,
                              std::span<const Handle> handles, std::uintptr_t slot) {
                       // Cold. What an attachment needs besides its table entry: a place in the
                       // function's table (bitmask: `policy`, which then stands in all of the
                       // function's records), a pool of its own (instance_pool). On Error the
                       // attach is refused.
                       { D::attach(policy, handle) } -> std::same_as<Error>;
                       // Cold. The handle is dead and no hook runs its handlers; frames in flight
                       // may still carry it.
                       { D::detach(policy, handle) } -> std::same_as<void>;
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
