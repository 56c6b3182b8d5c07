// Binds the trampolines to one design: the bodies of its hooks, which the assembly calls directly, and the table through
// which the cold side reaches the design by name. Included by one generated file per design, compiled as a hot object.
#pragma once

#include "core/design.h"
#include "core/design_table.h"
#include "core/parallel_shadow.h"

namespace retprobe {

/// The address above X. In the slot shape that is the return slot, in the framed shape the frame area.
[[gnu::always_inline]] inline std::uintptr_t above_block_return(EntryFrame& frame) {
  return reinterpret_cast<std::uintptr_t>(&frame.block_return) + sizeof frame.block_return;
}

[[gnu::always_inline]] inline bool may_run(Thread& thread, const Record& record, std::uintptr_t guard) {
  if ((thread.guard != 0 || retprobe_stopped.load(std::memory_order_relaxed)) && !admit(thread, record, guard)) [[unlikely]]
    return false;
  thread.guard = guard;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return true;
}

/// Reads the record's tracers. False when there are none (any more).
template <Path path>
[[gnu::always_inline]] inline bool read_tracers(Hit& hit) {
  if constexpr (path == Path::direct) {
    hit.single = hit.record.single.load(std::memory_order_relaxed);
    return !hit.single.empty();
  } else {
    hit.list = hit.record.list.load(std::memory_order_acquire);
    return hit.list->count != 0;
  }
}

/// Whether the shadow stack of the slot is at hand, its stale frames dropped, with room for this hit.
template <Path path>
[[gnu::always_inline]] inline bool prepare_stack(Hit& hit, bool is_tail) {
  ExecutionStack* current = hit.thread.current;
  const std::uintptr_t top_slot = current->top_slot();
  const bool settled = current->contains(hit.slot) && (top_slot > hit.slot || (is_tail && top_slot == hit.slot));
  if (!settled) [[unlikely]] {
    if (!settle_entry(hit.thread, hit.record, hit.slot, is_tail)) return false;
    current = hit.thread.current;
  }
  // Below `limit` there is always room for a frame of one tracer.
  const std::size_t words = path == Path::direct ? 0 : hit.list->words;
  const bool roomy = current->top + words < current->limit;
  if (roomy && shadow_delta(hit.slot) != 0) [[likely]] return true;
  return make_room(hit.thread, hit.record, hit.slot, words);
}

/// What an entry trampoline of the slot shape calls. Hot.
///
/// The order matters to three observers. An unwinder must find the original address while the slot holds a T: the shadow is
/// written first. A signal handler's probed calls must not push onto a shadow stack in the middle of a push: the guard is set
/// before anything is read and until everything is written. A detach must be able to wait for us: see run_entry.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::always_inline]] inline void enter_slot(EntryFrame& frame) {
  Record& record = record_of_slot_block(frame.block_return);
  Thread& thread = this_thread;
  const std::uintptr_t slot = above_block_return(frame);
  std::uintptr_t& slot_word = *reinterpret_cast<std::uintptr_t*>(slot);
  frame.body = record.body;
  frame.go = frame.body;
  bool passes_through = false;
  if constexpr (D::facts.wiring == Wiring::chained) {
    const bool is_head = thread.guard != (slot | guard_in_chain);
    const bool admitted = !is_head || may_run(thread, record, slot);
    // Under a guard, if only that of the hook which turned this one away: a thread that stood here without one, a link in its
    // hand, would be in nobody's way when the stage behind the link becomes another one. Without (tracing is stopped) the call
    // goes past all stages.
    if (thread.guard != 0) [[likely]] {
      // One word says both where the chain goes on and whether this stage is to be skipped: see publish_chain in control.cc.
      const auto link = reinterpret_cast<std::uintptr_t>(record.policy.load(std::memory_order_acquire));
      passes_through = link & chain_passes_through;
      if (link >= alignof(Record))
        frame.body = frame.go = slot_block(*reinterpret_cast<const Record*>(link & ~chain_passes_through));
    }
    if (!admitted) [[unlikely]] return;
    if (is_head) thread.redirect = 0;
  } else {
    if (!may_run(thread, record, slot)) [[unlikely]] return;
  }

  Hit hit{thread, record, frame, slot, slot_word, {}, nullptr};
  const bool is_tail = is_trampoline(hit.original);
  bool due = false;
  if (!passes_through && read_tracers<path>(hit) && prepare_stack<path>(hit, is_tail)) [[likely]] {
    if constexpr (full) {
      frame.registers.rsp = slot;
      frame.registers.rip = record.body;
    }
    // A slot that holds a T has its shadow already: it is a tail call, or a later stage of a chain.
    if (!is_tail) [[likely]] shadow_word(slot, shadow_delta(slot)) = hit.original;
    due = D::template on_entry<path>(static_cast<typename D::Stack&>(*thread.current), hit);
    if constexpr (full) {
      if (frame.registers.rip != record.body) [[unlikely]] {
        if constexpr (D::facts.wiring == Wiring::chained) thread.redirect = frame.registers.rip;
        else frame.body = frame.registers.rip;
      }
    }
  }
  bool more_stages = false;
  if constexpr (D::facts.wiring == Wiring::chained) {
    more_stages = is_trampoline(frame.body);
    if (!more_stages && thread.redirect != 0) [[unlikely]] frame.body = thread.redirect;
  }
  frame.go = frame.body;
  if (due) [[likely]] {
    if constexpr (mode == EntryMode::paired) {
      frame.go = frame.block_return + (RP_SLOT_FREE - RP_SLOT_X);
    } else {
      std::atomic_signal_fence(std::memory_order_seq_cst);
      slot_word = record.trampoline;
    }
  }
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.guard = more_stages ? slot | guard_in_chain : 0;  // the next stage is entered under this guard
}

/// What a return trampoline of the slot shape calls, and the trap handler of the `trap` transfer. Hot. Leaves in the slot
/// word where the call goes on.
template <class D>
[[gnu::always_inline]] inline void leave_slot(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  const std::uintptr_t guard_before = thread.guard;
  if (guard_before != 0) [[unlikely]] thread.muted = !admit_return(thread, slot);

  // Before anything of the stack is looked at: the probed calls of a signal handler on an alternate stack change `current`.
  frame.record = retprobe_slot_records;
  thread.guard = reinterpret_cast<std::uintptr_t>(&frame.record) | 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);

  const ExecutionStack* current = thread.current;
  bool settled = current->contains(slot);
  if constexpr (D::facts.keyed_by_slot) settled = settled && current->top_slot() == slot;
  if (!settled) [[unlikely]] settle_return(thread, slot, D::facts.keyed_by_slot);

  frame.reason = ReturnReason::returned;
  frame.registers.rsp = slot + 8;
  *reinterpret_cast<std::uintptr_t*>(slot) =
      D::on_return(static_cast<typename D::Stack&>(*thread.current), frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (thread.muted) [[unlikely]] {
    thread.muted = false;
    thread.guard = guard_before;
    return;
  }
  thread.guard = 0;
}

/// What an entry trampoline of the framed shape calls. Hot. The body is called in any case, from the block's frame.
template <class D, Path path, bool full>
[[gnu::always_inline]] inline void enter_framed(EntryFrame& frame) {
  Record& record = record_of_framed_block(frame.block_return);
  Thread& thread = this_thread;
  auto* const area = reinterpret_cast<std::uint64_t*>(above_block_return(frame));
  frame.body = record.body;
  area[0] = 0;
  if (!may_run(thread, record, reinterpret_cast<std::uintptr_t>(area))) [[unlikely]] return;

  const std::uintptr_t slot = reinterpret_cast<std::uintptr_t>(area) + record.frame_bytes + 8;
  Hit hit{thread, record, frame, slot, *reinterpret_cast<std::uintptr_t*>(slot), {}, nullptr};
  if (read_tracers<path>(hit)) [[likely]] {
    if constexpr (full) {
      frame.registers.rsp = slot;
      frame.registers.rip = record.body;
    }
    D::template on_entry<path>(area, hit);
    if constexpr (full) frame.body = frame.registers.rip;
  }
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.guard = 0;
}

template <class D>
[[gnu::always_inline]] inline void leave_framed(ReturnFrame& frame, std::uint64_t* area, ReturnReason reason) {
  if (area[0] == 0) return;  // nobody wants to hear of it
  Thread& thread = this_thread;
  const std::uintptr_t guard_before = thread.guard;
  const Record& record = record_of_framed_block(area[-1]);
  const std::uintptr_t slot = reinterpret_cast<std::uintptr_t>(area) + record.frame_bytes + 8;
  if (guard_before != 0) [[unlikely]] thread.muted = !admit_return(thread, slot);
  frame.record = &record;
  thread.guard = reinterpret_cast<std::uintptr_t>(&frame.record) | 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  frame.reason = reason;
  frame.registers.rsp = slot + 8;
  tell_frame(frame, record, *reinterpret_cast<std::uintptr_t*>(slot));
  D::on_return(area, frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (thread.muted) [[unlikely]] {
    thread.muted = false;
    thread.guard = guard_before;
    return;
  }
  thread.guard = 0;
}

/// What the framed pool's personality calls when an exception has left the body. Cold.
template <class D>
void unwound_framed(ReturnFrame* frame, std::uint64_t* area) {
  if constexpr (FramedDesign<D>) {
    leave_framed<D>(*frame, area, ReturnReason::unwound);
    area[0] = 0;  // told
  } else {
    __builtin_trap();
  }
}

/// The hooks of a design under the names that the assembly calls. A design of one shape has no hooks of the other; there
/// the name exists, since every design gets the same trampolines, and is never reached.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::always_inline]] inline void enter(EntryFrame& frame) {
  constexpr bool has_path = path == Path::direct || D::facts.wiring != Wiring::chained;
  if constexpr (SlotDesign<D> && mode != EntryMode::framed && has_path) enter_slot<D, mode, path, full>(frame);
  else if constexpr (FramedDesign<D> && mode == EntryMode::framed) enter_framed<D, path, full>(frame);
  else __builtin_trap();
}

}  // namespace retprobe

// One line per trampoline that exists; NAME is the design's. The same lists stand in trampoline_x86_64.inc.
#define RP_BIND_ENTRY(NAME, MODE, PATH)                                                                     \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_on_entry_##NAME##_##MODE##_##PATH##_partial(       \
      retprobe::EntryFrame* frame) {                                                                        \
    retprobe::enter<retprobe::NAME::Design, retprobe::EntryMode::MODE, retprobe::Path::PATH, false>(*frame); \
  }                                                                                                         \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_on_entry_##NAME##_##MODE##_##PATH##_full(          \
      retprobe::EntryFrame* frame) {                                                                        \
    retprobe::enter<retprobe::NAME::Design, retprobe::EntryMode::MODE, retprobe::Path::PATH, true>(*frame);  \
  }
#define RP_DECLARE_TRAMPOLINE(SYMBOL) extern "C" [[gnu::visibility("hidden")]] const std::byte SYMBOL[];
#define RP_FOR_SETS(DO, ...) DO(__VA_ARGS__, scalar) DO(__VA_ARGS__, vector) DO(__VA_ARGS__, full)
#define RP_DECLARE_ENTRY(NAME, MODE, PATH, SET) \
  RP_DECLARE_TRAMPOLINE(retprobe_entry_trampoline_##NAME##_##MODE##_##PATH##_##SET)
#define RP_DECLARE_RETURN(NAME, TRANSFER, SET) \
  RP_DECLARE_TRAMPOLINE(retprobe_return_trampoline_##NAME##_##TRANSFER##_##SET)
#define RP_ADDRESS_OF_ENTRY(NAME, MODE, PATH, SET) retprobe_entry_trampoline_##NAME##_##MODE##_##PATH##_##SET,
#define RP_ADDRESS_OF_RETURN(NAME, TRANSFER, SET) retprobe_return_trampoline_##NAME##_##TRANSFER##_##SET,
#define RP_ENTRIES(DO, NAME)                                                                \
  RP_FOR_SETS(DO, NAME, paired, direct) RP_FOR_SETS(DO, NAME, paired, iterating)            \
  RP_FOR_SETS(DO, NAME, replace, direct) RP_FOR_SETS(DO, NAME, replace, iterating)          \
  RP_FOR_SETS(DO, NAME, framed, direct) RP_FOR_SETS(DO, NAME, framed, iterating)
#define RP_RETURNS(DO, NAME)                                                                \
  RP_FOR_SETS(DO, NAME, push_ret) RP_FOR_SETS(DO, NAME, call_ret) RP_FOR_SETS(DO, NAME, jump) \
  RP_FOR_SETS(DO, NAME, framed)

#define RETPROBE_BIND(NAME)                                                                                   \
  static_assert(retprobe::Design<retprobe::NAME::Design>);                                                    \
  RP_BIND_ENTRY(NAME, paired, direct) RP_BIND_ENTRY(NAME, paired, iterating)                                  \
  RP_BIND_ENTRY(NAME, replace, direct) RP_BIND_ENTRY(NAME, replace, iterating)                                \
  RP_BIND_ENTRY(NAME, framed, direct) RP_BIND_ENTRY(NAME, framed, iterating)                                  \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_on_return_##NAME##_slot(retprobe::ReturnFrame* frame, \
                                                                                 std::uintptr_t slot) {       \
    if constexpr (retprobe::SlotDesign<retprobe::NAME::Design>)                                               \
      retprobe::leave_slot<retprobe::NAME::Design>(*frame, slot);                                             \
    else                                                                                                      \
      __builtin_trap();                                                                                       \
  }                                                                                                           \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_on_return_##NAME##_framed(retprobe::ReturnFrame* frame, \
                                                                                   std::uint64_t* area) {     \
    if constexpr (retprobe::FramedDesign<retprobe::NAME::Design>)                                             \
      retprobe::leave_framed<retprobe::NAME::Design>(*frame, area, retprobe::ReturnReason::returned);         \
    else                                                                                                      \
      __builtin_trap();                                                                                       \
  }                                                                                                           \
  RP_ENTRIES(RP_DECLARE_ENTRY, NAME)                                                                          \
  RP_RETURNS(RP_DECLARE_RETURN, NAME)                                                                         \
  extern "C" [[gnu::visibility("hidden")]] const retprobe::DesignEntry retprobe_design_##NAME = {              \
      #NAME, retprobe::NAME::Design::facts, {RP_ENTRIES(RP_ADDRESS_OF_ENTRY, NAME)},                          \
      {RP_RETURNS(RP_ADDRESS_OF_RETURN, NAME)}, retprobe_on_return_##NAME##_slot,                             \
      retprobe::unwound_framed<retprobe::NAME::Design>,                                                       \
      retprobe::cold_side<retprobe::NAME::Design>()};
