// Binds the trampolines to one design: the bodies of its hooks, which the assembly calls directly, and the table through
// which the cold side reaches the design by name. Included by one generated file per design, compiled as a hot object.
#pragma once

#include "core/design.h"
#include "core/design_table.h"
#include "core/parallel_shadow.h"
#include "core/thread_registry.h"

namespace retprobe {

/// The address above X. In the slot shape that is the return slot, in the framed shape the frame area.
[[gnu::always_inline]] inline std::uintptr_t above_block_return(EntryFrame& frame) {
  return reinterpret_cast<std::uintptr_t>(&frame.block_return) + sizeof frame.block_return;
}

/// Whether nothing speaks against this hit at first sight. The guard is clear, and is set from here on.
[[gnu::always_inline]] inline bool take_guard(Thread& thread, std::uintptr_t guard) {
  if (thread.guard != 0 || retprobe_stopped.load(std::memory_order_relaxed)) [[unlikely]] return false;
  thread.guard = guard;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return true;
}
/// The same at second sight: the guard may be stale, or this is the thread's first hit. False: what has to be counted is counted.
/// `is_chain`: the record is the head of a chain, whose later stages a hit that is turned away passes by.
[[gnu::always_inline]] inline bool take_guard_after_all(Thread& thread, const Record& record, std::uintptr_t guard,
                                                        bool is_chain = false) {
  if (!admit(thread, record, guard, is_chain)) return false;
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

/// The shadow stack of a slot, and how far away the slot's shadow word is. Distance 0: they are not to be had.
struct Prepared {
  ExecutionStack* stack;
  std::uint64_t delta;
};

template <Path path>
[[gnu::always_inline]] inline std::size_t words_beyond_one(const Hit& hit) {
  // Below `limit` there is always room for a frame of one tracer.
  if constexpr (path == Path::direct) return 0;
  else return hit.list->words;
}

/// Whether everything is as the last hit of this thread left it: the slot lies on the same stack, below the newest call's (or, in a tail
/// call, at it), and there is room. Distance 0 where not.
template <Path path>
[[gnu::always_inline]] inline Prepared find_prepared(const Hit& hit, bool is_tail) {
  ExecutionStack* const current = hit.thread.current;
  const std::uintptr_t top_slot = current->top_slot();
  const bool settled = current->contains(hit.slot) && (top_slot > hit.slot || (is_tail && top_slot == hit.slot));
  if (!settled || current->top + words_beyond_one<path>(hit) >= current->limit) [[unlikely]] return {current, 0};
  return {current, shadow_delta(hit.slot)};
}

/// Makes it so: finds the stack, drops stale frames, gets memory. Distance 0: the call is counted as missed.
template <Path path>
[[gnu::always_inline]] inline Prepared prepare(const Hit& hit, bool is_tail) {
  if (!settle_entry(hit.thread, hit.record, hit.slot, is_tail)) return {nullptr, 0};
  const std::size_t words = words_beyond_one<path>(hit);
  const ExecutionStack& current = *hit.thread.current;
  if ((current.top + words >= current.limit || shadow_delta(hit.slot) == 0) &&
      !make_room(hit.thread, hit.record, hit.slot, words))
    return {nullptr, 0};
  return {hit.thread.current, shadow_delta(hit.slot)};
}

/// The end of an entry: says where the block goes on, lifts the guard. `due`: a frame was pushed.
template <class D, EntryMode mode>
[[gnu::always_inline]] inline void end_entry(EntryFrame& frame, const Record& record, Thread& thread, std::uintptr_t slot,
                                             bool due) {
  bool more_stages = false;
  if constexpr (D::facts.wiring == Wiring::chained) {
    more_stages = is_trampoline(frame.body);
    if (!more_stages && thread.redirect != 0) [[unlikely]] frame.body = thread.redirect;
  }
  std::uintptr_t go = frame.body;
  if (due) [[likely]] {
    if constexpr (mode == EntryMode::paired) {
      go = frame.block_return + (RP_SLOT_FREE - RP_SLOT_X);
    } else {
      std::atomic_signal_fence(std::memory_order_seq_cst);
      *reinterpret_cast<std::uintptr_t*>(slot) = record.trampoline;
    }
  }
  frame.go = go;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.guard = more_stages ? slot | guard_in_chain : 0;  // the next stage is entered under this guard
}

/// Runs the handlers and pushes their frame, with everything prepared.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::always_inline]] inline void run_prepared(Hit& hit, Prepared prepared, bool is_tail) {
  if constexpr (full) {
    hit.frame.registers.rsp = hit.slot;
    hit.frame.registers.rip = hit.record.body;
  }
  // A slot that holds a T has its shadow already: it is a tail call, or a later stage of a chain.
  if (!is_tail) [[likely]] shadow_word(hit.slot, prepared.delta) = hit.held();
  const bool due = D::template on_entry<path>(static_cast<typename D::Stack&>(*prepared.stack), hit);
  if constexpr (full) {
    if (hit.frame.registers.rip != hit.record.body) [[unlikely]] {
      if constexpr (D::facts.wiring == Wiring::chained) hit.thread.redirect = hit.frame.registers.rip;
      else hit.frame.body = hit.frame.registers.rip;
    }
  }
  end_entry<D, mode>(hit.frame, hit.record, hit.thread, hit.slot, due);
}

[[gnu::always_inline]] inline Hit hit_of(EntryFrame& frame) {
  return {this_thread, record_of_x<Shape::slot>(frame.block_return), frame, above_block_return(frame), {}, nullptr};
}

/// The same as a function of its own, so that what only some calls need does not cost registers on the way that most go: entry data.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::noinline]] void enter_prepared(EntryFrame& frame, ExecutionStack* stack, std::uint64_t delta, bool is_tail) {
  Hit hit = hit_of(frame);
  if (read_tracers<path>(hit)) run_prepared<D, mode, path, full>(hit, {stack, delta}, is_tail);
  else end_entry<D, mode>(frame, hit.record, hit.thread, hit.slot, false);
}

/// A hit on another stack, above calls that were left, in a tail call, or without room.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::noinline]] void enter_with_care(EntryFrame& frame) {
  Hit hit = hit_of(frame);
  const bool is_tail = is_trampoline(hit.held());
  if (read_tracers<path>(hit)) {
    if (const Prepared prepared = prepare<path>(hit, is_tail); prepared.delta != 0)
      return run_prepared<D, mode, path, full>(hit, prepared, is_tail);
  }
  end_entry<D, mode>(frame, hit.record, hit.thread, hit.slot, false);
}

/// Where a chain goes on, by the record of one of its stages: to the next stage, or to the body. True: this stage is to be skipped.
/// One word says both: see publish_chain in control.cc. To be called under a guard of one's own: a thread that stood here without
/// one, a link in its hand, would be in nobody's way when the stage behind the link becomes another one (see after_hooks).
[[gnu::always_inline]] inline bool follow_link(EntryFrame& frame, const Record& record) {
  const auto link = reinterpret_cast<std::uintptr_t>(record.policy.load(std::memory_order_acquire));
  if (link >= alignof(Record)) frame.body = slot_block(*reinterpret_cast<const Record*>(link & ~chain_passes_through));
  return link & chain_passes_through;
}

/// A hit whose guard was not to be had at first sight. One that is turned away goes past all stages of a chain.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::noinline]] void enter_contested(EntryFrame& frame) {
  constexpr bool chained = D::facts.wiring == Wiring::chained;
  const Hit hit = hit_of(frame);
  if (!take_guard_after_all(hit.thread, hit.record, hit.slot, chained)) {
    frame.go = frame.body;
    return;
  }
  if constexpr (chained) {
    hit.thread.redirect = 0;
    if (follow_link(frame, hit.record)) return end_entry<D, mode>(frame, hit.record, hit.thread, hit.slot, false);
  }
  enter_with_care<D, mode, path, full>(frame);
}

/// What an entry trampoline of the slot shape calls. Hot. The way that most hits go has one call, the handler's: all others are
/// jumps to functions that do the rest, so that hardly a register has to be saved.
///
/// The order matters to three observers. An unwinder must find the original address while the slot holds a T: the shadow is
/// written first. A signal handler's probed calls must not push onto a shadow stack in the middle of a push: the guard is set
/// before anything is read and until everything is written. A detach must be able to wait for us: see run_entry.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::always_inline]] inline void enter_slot(EntryFrame& frame) {
  constexpr bool chained = D::facts.wiring == Wiring::chained;
  Hit hit = hit_of(frame);
  Thread& thread = hit.thread;
  frame.body = hit.record.body;
  if (!chained || thread.guard != (hit.slot | guard_in_chain)) {
    if (!take_guard(thread, hit.slot)) [[unlikely]] return enter_contested<D, mode, path, full>(frame);
    if constexpr (chained) thread.redirect = 0;
  }
  if constexpr (chained) {
    if (follow_link(frame, hit.record)) [[unlikely]]
      return end_entry<D, mode>(frame, hit.record, thread, hit.slot, false);
  }
  if (!read_tracers<path>(hit)) [[unlikely]] return end_entry<D, mode>(frame, hit.record, thread, hit.slot, false);
  // In a chain every stage but the first finds a T; elsewhere only a tail call does.
  const bool is_tail = is_trampoline(hit.held());
  const bool may_be_tail = chained && is_tail;
  const Prepared prepared = find_prepared<path>(hit, may_be_tail);
  if (prepared.delta == 0 || is_tail != may_be_tail) [[unlikely]] return enter_with_care<D, mode, path, full>(frame);
  if constexpr (path == Path::direct) {
    if (hit.single.has_data()) [[unlikely]]
      return enter_prepared<D, mode, path, full>(frame, prepared.stack, prepared.delta, may_be_tail);
  }
  run_prepared<D, mode, path, full>(hit, prepared, may_be_tail);
}

/// The guard of a return hook: no probed call of a signal handler is to see a frame half popped. Set before anything of the stack
/// is looked at: such calls on an alternate stack change `current`.
[[gnu::always_inline]] inline void guard_return(ReturnFrame& frame, Thread& thread, const Record& record) {
  frame.record = &record;
  thread.guard = reinterpret_cast<std::uintptr_t>(&frame.record) | 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Pops the newest frame of the slot's stack, whose handlers run, under the guard.
template <class D>
[[gnu::always_inline]] inline void pop_slot(ReturnFrame& frame, Thread& thread, std::uintptr_t slot) {
  guard_return(frame, thread, *retprobe_slot_records);  // whose it is, is not known yet: any record is a witness
  const ExecutionStack* current = thread.current;
  bool settled = current->contains(slot);
  if constexpr (D::facts.keyed_by_slot) settled = settled && current->top_slot() == slot;
  if (!settled) [[unlikely]] settle_return(thread, slot, D::facts.keyed_by_slot);

  frame.reason = ReturnReason::returned;
  frame.registers.rsp = slot + 8;
  *reinterpret_cast<std::uintptr_t*>(slot) =
      D::on_return(static_cast<typename D::Stack&>(*thread.current), frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Runs `pop` beneath another hook of this thread (a handler of which has switched stacks): no handler runs meanwhile, and the
/// other hook finds `current` as it was. Or that hook was left by a jump.
template <class Pop>
[[gnu::always_inline]] inline void pop_beneath(Thread& thread, std::uintptr_t slot, const Pop& pop) {
  const std::uintptr_t guard_before = thread.guard;
  thread.muted = !admit_return(thread, slot);
  if (!thread.muted) {
    pop();
    thread.guard = 0;
    return;
  }
  // Away from the other hook's stack meanwhile: it may be empty so far, and a single slot's would be given back.
  ExecutionStack* const current_before = thread.current;
  thread.current = &no_stack;
  pop();
  thread.current = current_before;
  thread.guard = guard_before;
  thread.muted = false;
}

template <class D>
[[gnu::noinline, gnu::cold]] void leave_slot_beneath(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  pop_beneath(thread, slot, [&]() __attribute__((always_inline)) { pop_slot<D>(frame, thread, slot); });
}

/// What a return trampoline of the slot shape calls, and the trap handler of the `trap` transfer. Hot. Leaves in the slot
/// word where the call goes on.
template <class D>
[[gnu::always_inline]] inline void leave_slot(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  if (thread.guard != 0) [[unlikely]] return leave_slot_beneath<D>(frame, slot);
  pop_slot<D>(frame, thread, slot);
  thread.guard = 0;
}

/// Runs the handlers of a hit of the framed shape, lifts the guard.
template <class D, Path path, bool full>
[[gnu::always_inline]] inline void run_framed(Hit& hit, std::uint64_t* area) {
  if constexpr (full) {
    hit.frame.registers.rsp = hit.slot;
    hit.frame.registers.rip = hit.record.body;
  }
  D::template on_entry<path>(area, hit);
  if constexpr (full) hit.frame.body = hit.frame.registers.rip;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  hit.thread.guard = 0;
}

[[gnu::always_inline]] inline std::uint64_t* area_of(EntryFrame& frame) {
  return reinterpret_cast<std::uint64_t*>(above_block_return(frame));
}
[[gnu::always_inline]] inline Hit framed_hit_of(EntryFrame& frame) {
  Record& record = record_of_x<Shape::framed>(frame.block_return);
  return {this_thread, record, frame, above_block_return(frame) + record.frame_bytes + 8, {}, nullptr};
}

/// Under its guard, as a function of its own: see enter_prepared.
template <class D, Path path, bool full>
[[gnu::noinline]] void enter_framed_guarded(EntryFrame& frame) {
  Hit hit = framed_hit_of(frame);
  if (read_tracers<path>(hit)) return run_framed<D, path, full>(hit, area_of(frame));
  hit.thread.guard = 0;
}
template <class D, Path path, bool full>
[[gnu::noinline]] void enter_framed_contested(EntryFrame& frame) {
  const Hit hit = framed_hit_of(frame);
  if (take_guard_after_all(hit.thread, hit.record, above_block_return(frame)))
    enter_framed_guarded<D, path, full>(frame);
}

/// What an entry trampoline of the framed shape calls. Hot. The body is called in any case, from the block's frame.
template <class D, Path path, bool full>
[[gnu::always_inline]] inline void enter_framed(EntryFrame& frame) {
  Hit hit = framed_hit_of(frame);
  frame.body = hit.record.body;
  area_of(frame)[0] = 0;
  if (!take_guard(hit.thread, above_block_return(frame))) [[unlikely]]
    return enter_framed_contested<D, path, full>(frame);
  if (!read_tracers<path>(hit)) [[unlikely]] {
    hit.thread.guard = 0;
    return;
  }
  if constexpr (path == Path::direct) {
    if (hit.single.has_data()) [[unlikely]] return enter_framed_guarded<D, path, full>(frame);
  }
  run_framed<D, path, full>(hit, area_of(frame));
}

template <class D>
[[gnu::always_inline]] inline void pop_framed(ReturnFrame& frame, std::uint64_t* area, ReturnReason reason) {
  Thread& thread = this_thread;
  const Record& record = record_of_framed_block(area[-1]);
  const std::uintptr_t slot = reinterpret_cast<std::uintptr_t>(area) + record.frame_bytes + 8;
  guard_return(frame, thread, record);
  frame.reason = reason;
  frame.registers.rsp = slot + 8;
  tell_frame(frame, record, *reinterpret_cast<std::uintptr_t*>(slot));
  D::on_return(area, frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

template <class D>
[[gnu::noinline, gnu::cold]] void leave_framed_beneath(ReturnFrame& frame, std::uint64_t* area, ReturnReason reason) {
  const Record& record = record_of_framed_block(area[-1]);
  const std::uintptr_t slot = reinterpret_cast<std::uintptr_t>(area) + record.frame_bytes + 8;
  pop_beneath(this_thread, slot, [&]() __attribute__((always_inline)) { pop_framed<D>(frame, area, reason); });
}

template <class D>
[[gnu::always_inline]] inline void leave_framed(ReturnFrame& frame, std::uint64_t* area, ReturnReason reason) {
  if (area[0] == 0) return;  // nobody wants to hear of it
  if (this_thread.guard != 0) [[unlikely]] return leave_framed_beneath<D>(frame, area, reason);
  pop_framed<D>(frame, area, reason);
  this_thread.guard = 0;
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
