// Binds the trampolines to one design: the bodies of its hooks, which the assembly calls directly,
// and the table through which the cold side reaches the design by name. Included by one generated
// file per design, compiled as a hot object.
#pragma once

#include <new>
#include <type_traits>

#include "core/blocks/parallel_shadow.h"
#include "core/design.h"
#include "core/hooks/design_table.h"
#include "core/hooks/frame_walk.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {

/// The address above X. In the slot shape that is the return slot, in the framed shape the frame
/// area.
[[gnu::always_inline]] inline std::uintptr_t above_block_return(EntryFrame& frame) {
  return reinterpret_cast<std::uintptr_t>(&frame.block_return) + sizeof frame.block_return;
}

/// Whether the guard is clear; it is set from here on. (Whether tracing is stopped is asked before
/// each handler, run_entry.)
[[gnu::always_inline]] inline bool take_guard(Thread& thread, std::uintptr_t above_x) {
  if (thread.guard.is_set()) [[unlikely]]
    return false;
  thread.guard = Guard::of_entry(above_x);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return true;
}
/// The same at second sight: the guard may be stale, or this is the thread's first hit. False: what
/// has to be counted is counted. `is_chain`: the record is the head of a chain, whose later stages
/// a hit that is turned away passes by.
[[gnu::always_inline]] inline bool take_guard_after_all(Thread& thread, const Record& record,
                                                        std::uintptr_t above_x,
                                                        bool is_chain = false) {
  if (!admit(thread, record, above_x, is_chain)) return false;
  thread.guard = Guard::of_entry(above_x);
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
/// Whether they are what most functions have: any number or, on the direct path, one without entry
/// data.
template <Path path>
[[gnu::always_inline]] inline bool read_plain_tracers(Hit& hit) {
  const bool any = read_tracers<path>(hit);
  if constexpr (path == Path::direct)
    return hit.single.is_plain();
  else
    return any;
}

/// The shadow stack of a slot, and how far away the slot's shadow word is. No stack: they are not
/// to be had.
struct Prepared {
  ExecutionStack* stack;
  std::uint64_t delta;
};

template <Path path>
[[gnu::always_inline]] inline std::size_t words_beyond_one(const Hit& hit) {
  // Below `limit` there is always room for a frame of one tracer.
  if constexpr (path == Path::direct)
    return 0;
  else
    return hit.list->words;
}

/// Whether everything is as the last hit of this thread left it: the slot lies on the same stack,
/// below the newest call's (or, in a tail call, at it), and there is room. No stack where not.
template <Path path>
[[gnu::always_inline]] inline Prepared find_prepared(const Hit& hit, bool is_tail) {
  ExecutionStack* const current = hit.thread.current;
  const std::uintptr_t top_slot = current->top_slot();
  const bool settled = current->contains_near(hit.slot) &&
                       (top_slot > hit.slot || (is_tail && top_slot == hit.slot));
  if (!settled || current->top + words_beyond_one<path>(hit) >= current->limit) [[unlikely]]
    return {nullptr, 0};
  return {current, current->near_delta};
}

/// Makes it so: finds the stack, drops stale frames, gets memory. No stack: the call is counted as
/// missed.
template <Path path>
[[gnu::always_inline]] inline Prepared prepare(const Hit& hit, bool is_tail) {
  if (!settle_entry(hit.thread, hit.record, hit.slot, is_tail) ||
      !make_room(hit.thread, hit.record, hit.slot, words_beyond_one<path>(hit)))
    return {nullptr, 0};
  return {hit.thread.current, shadow_delta(hit.slot)};
}

/// The block goes on at the body, without a call. False, the result of the hook that ends so.
template <bool full>
[[gnu::always_inline]] inline bool pass_the_call(EntryFrame& frame) {
  frame.go = full ? reinterpret_cast<std::uintptr_t>(retprobe_go_with_flags) : frame.body;
  return false;
}

/// The end of an entry: says where the block goes on, lifts the guard. `due`: a frame was pushed.
/// True: the block calls the body.
template <EntryMode mode, bool full>
[[gnu::always_inline]] inline bool end_entry(Hit& hit, bool due, Guard guard_after = {}) {
  bool calls = false;
  if (mode == EntryMode::paired && due) [[likely]] {
    // The full set's block may be led here by the caller's own carry.
    if constexpr (full) hit.frame.go = hit.frame.block_return + (RP_SLOT_FREE - RP_SLOT_X);
    calls = true;
    asm(""
        : "+r"(calls));  // or GCC keeps, across the handlers, the result of an earlier comparison
                         // that happens to be true here
  } else {
    pass_the_call<full>(hit.frame);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (due) *reinterpret_cast<std::uintptr_t*>(hit.slot) = hit.record.trampoline;
  }
  std::atomic_signal_fence(std::memory_order_seq_cst);
  hit.thread.guard = guard_after;
  return calls;
}

/// Runs the handlers and pushes their frame, with everything prepared. True: a frame was pushed.
/// Where a handler sends the call somewhere else instead of to the body, `target` gets to know.
template <class D, Path path, bool full>
[[gnu::always_inline]] inline bool run_prepared(Hit& hit, Prepared prepared, bool is_tail,
                                                std::uintptr_t& target) {
  if constexpr (full) {
    hit.frame.registers.rsp = hit.slot;
    hit.frame.registers.rip = hit.record.body;
  }
  // A slot that holds a T has its shadow already: it is a tail call, or a later stage of a chain.
  if (!is_tail) [[likely]]
    shadow_word(hit.slot, prepared.delta) = hit.held();
  const bool due =
      D::template on_entry<path>(static_cast<typename D::Stack&>(*prepared.stack), hit);
  if constexpr (full)
    if (hit.frame.registers.rip != hit.record.body) [[unlikely]]
      target = hit.frame.registers.rip;
  return due;
}

[[gnu::always_inline]] inline Hit hit_of(EntryFrame& frame) {
  return {this_thread, record_by<Shape::slot, RP_SLOT_X>(frame.block_return),
          frame,       above_block_return(frame),
          {},          nullptr};
}

/// What a hit that has the guard does at each of a chain's stages, and a hit of the other designs
/// where something is not as it usually is: entry data, a tail call, another stack, calls that were
/// left, no room. False: no frame was pushed.
template <class D, Path path, bool full>
[[gnu::always_inline]] inline bool run_with_care(Hit& hit, std::uintptr_t& target) {
  if (!read_tracers<path>(hit)) return false;
  const bool is_tail = is_trampoline(hit.held());
  Prepared prepared = find_prepared<path>(hit, is_tail);
  if (!prepared.stack) [[unlikely]]
    prepared = prepare<path>(hit, is_tail);
  return prepared.stack && run_prepared<D, path, full>(hit, prepared, is_tail, target);
}

template <class D, EntryMode mode, Path path, bool full>
[[gnu::noinline]] bool enter_with_care(EntryFrame& frame) {
  Hit hit = hit_of(frame);
  const bool due = run_with_care<D, path, full>(hit, frame.body);
  return end_entry<mode, full>(hit, due);
}

/// A stage of a chain, under the guard: of the first one, or as it was left by the stage before.
/// Where the call goes on is read from its link (Record::next_stage; publish_chain in
/// control_chain.cc writes it), one word that names the next stage and says whether this one is to
/// be skipped; and it is read under this guard: a thread that stood here without one, a link in its
/// hand, would be in nobody's way when the stage behind the link becomes another one (see
/// call_after_grace_period). A redirected call goes through the other stages first, so the thread
/// keeps its target meanwhile.
template <class D, EntryMode mode, bool full>
[[gnu::noinline]] bool enter_stage(EntryFrame& frame, Record& record) {
  Thread& thread = this_thread;
  Hit hit{thread, record, frame, above_block_return(frame), {}, nullptr};
  const ChainLink link = hit.record.next_stage.load(std::memory_order_acquire);
  const bool more_stages = link.has_next();
  if (more_stages) frame.body = slot_block(*link.next());
  const bool due =
      !link.passes_own_tracer() && run_with_care<D, Path::direct, full>(hit, thread.redirect);
  if (!more_stages && thread.redirect != 0) [[unlikely]]
    frame.body = thread.redirect;
  return end_entry<mode, full>(hit, due, more_stages ? Guard::between_stages(hit.slot) : Guard());
}

/// A hit whose guard was not to be had at first sight. One that is turned away goes past all stages
/// of a chain.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::noinline]] bool enter_contested(EntryFrame& frame) {
  constexpr bool chained = D::facts.wiring == Wiring::chained;
  const Hit hit = hit_of(frame);
  if (!take_guard_after_all(hit.thread, hit.record, hit.slot, chained))
    return pass_the_call<full>(frame);
  if constexpr (chained) {
    hit.thread.redirect = 0;
    return enter_stage<D, mode, full>(frame, hit.record);
  } else {
    return enter_with_care<D, mode, path, full>(frame);
  }
}

/// What an entry trampoline of the slot shape calls. Hot. True: the block calls the body. The way
/// that most hits go has one call, the handler's: all others are jumps to functions that do the
/// rest, so that hardly a register has to be saved.
///
/// The order matters to three observers. An unwinder must find the original address while the slot
/// holds a T: the shadow is written first. A signal handler's probed calls must not push onto a
/// shadow stack in the middle of a push: the guard is set before anything is read and until
/// everything is written. A detach must be able to wait for us: see run_entry.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::always_inline]] inline bool enter_slot(EntryFrame& frame) {
  Hit hit = hit_of(frame);
  frame.body = hit.record.body;
  if (!take_guard(hit.thread, hit.slot)) [[unlikely]] {
    if constexpr (D::facts.wiring == Wiring::chained)
      if (hit.thread.guard.is_between_stages_of(hit.slot))
        return enter_stage<D, mode, full>(frame, hit.record);
    return enter_contested<D, mode, path, full>(frame);
  }
  if constexpr (D::facts.wiring == Wiring::chained) {
    // No link: a chain of one stage, which is not to be skipped.
    if (!hit.record.next_stage.load(std::memory_order_acquire).empty()) [[unlikely]] {
      hit.thread.redirect = 0;
      return enter_stage<D, mode, full>(frame, hit.record);
    }
  }
  if (!read_plain_tracers<path>(hit)) [[unlikely]]
    return enter_with_care<D, mode, path, full>(frame);
  const Prepared prepared = find_prepared<path>(hit, false);
  if (!prepared.stack || is_trampoline(hit.held())) [[unlikely]]
    return enter_with_care<D, mode, path, full>(frame);
  const bool due = run_prepared<D, path, full>(hit, prepared, false, frame.body);
  return end_entry<mode, full>(hit, due);
}

/// The guard of a return hook: no probed call of a signal handler is to see a frame half popped.
/// Set before anything of the stack is looked at: such calls on an alternate stack change
/// `current`.
[[gnu::always_inline]] inline void guard_return(ReturnFrame& frame, Thread& thread,
                                                const Record& record) {
  frame.record = &record;
  thread.guard = Guard::of_return(&frame.record);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Pops the newest frame of the current stack, which is the slot's; its handlers run, under the
/// guard.
template <class D>
[[gnu::always_inline]] inline void pop_newest(ReturnFrame& frame, Thread& thread,
                                              std::uintptr_t slot) {
  frame.reason = ReturnReason::returned;
  if constexpr (!D::facts.keyed_by_slot)
    frame.registers.rsp = slot + 8;  // all that says which slot it is
  D::on_return(static_cast<typename D::Stack&>(*thread.current), frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// The same where the current stack may be another one, or have newer frames, of calls that were
/// left. A function of its own, like enter_with_care.
template <class D>
[[gnu::noinline]] void pop_slot(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  settle_return(thread, slot, D::facts.keyed_by_slot);
  pop_newest<D>(frame, thread, slot);
}

/// Runs `pop` beneath another hook of this thread (a handler of which has switched stacks): no
/// handler runs meanwhile, and the other hook finds `current` as it was. Or that hook was left by a
/// jump.
template <class Pop>
[[gnu::always_inline]] inline void pop_beneath(Thread& thread, std::uintptr_t slot,
                                               const Pop& pop) {
  const Guard guard_before = thread.guard;
  thread.muted = !admit_return(thread, slot);
  if (!thread.muted) {
    pop();
    thread.guard = {};
    return;
  }
  // Away from the other hook's stack meanwhile: it may be empty so far, and a single slot's would
  // be given back.
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
  pop_beneath(thread, slot, [&]() __attribute__((always_inline)) {
    guard_return(frame, thread, *retprobe_slot_records);
    pop_slot<D>(frame, slot);
  });
}

template <class D>
[[gnu::noinline]] void leave_slot_with_care(ReturnFrame& frame, std::uintptr_t slot) {
  pop_slot<D>(frame, slot);
  this_thread.guard = {};
}

/// What a return trampoline of the slot shape calls, and the trap handler of the `trap` transfer.
/// Hot. Leaves in frame.slot_word, which is the slot but for the trap transfer, where the call goes
/// on.
template <class D>
[[gnu::always_inline]] inline void leave_slot(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  if (thread.guard.is_set()) [[unlikely]]
    return leave_slot_beneath<D>(frame, slot);
  guard_return(frame, thread,
               *retprobe_slot_records);  // whose it is, is not known yet: any record is a witness
  const ExecutionStack& current = *thread.current;
  bool settled;
  // A slot with a frame is on one stack; but a single slot's stack serves one after another.
  if constexpr (D::facts.keyed_by_slot)
    settled = current.top_slot() == slot && current.bytes != 0;
  else
    settled = current.contains(slot);
  if (!settled) [[unlikely]]
    return leave_slot_with_care<D>(frame, slot);
  pop_newest<D>(frame, thread, slot);
  thread.guard = {};
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
  hit.thread.guard = {};
}

[[gnu::always_inline]] inline std::uint64_t* area_of(EntryFrame& frame) {
  return reinterpret_cast<std::uint64_t*>(above_block_return(frame));
}
[[gnu::always_inline]] inline Hit framed_hit_of(EntryFrame& frame) {
  Record& record = record_by<Shape::framed, RP_FRAMED_X>(frame.block_return);
  return {this_thread, record, frame, above_block_return(frame) + record.frame_bytes + 8,
          {},          nullptr};
}

/// Under its guard, as a function of its own: see enter_with_care.
template <class D, Path path, bool full>
[[gnu::noinline]] void enter_framed_guarded(EntryFrame& frame) {
  Hit hit = framed_hit_of(frame);
  if (read_tracers<path>(hit)) return run_framed<D, path, full>(hit, area_of(frame));
  hit.thread.guard = {};
}
template <class D, Path path, bool full>
[[gnu::noinline]] void enter_framed_contested(EntryFrame& frame) {
  const Hit hit = framed_hit_of(frame);
  if (take_guard_after_all(hit.thread, hit.record, above_block_return(frame)))
    enter_framed_guarded<D, path, full>(frame);
}

/// What an entry trampoline of the framed shape calls. Hot. The body is called in any case, from
/// the block's frame.
template <class D, Path path, bool full>
[[gnu::always_inline]] inline void enter_framed(EntryFrame& frame) {
  Hit hit = framed_hit_of(frame);
  frame.body = hit.record.body;
  area_of(frame)[0] = 0;
  if (!take_guard(hit.thread, above_block_return(frame))) [[unlikely]]
    return enter_framed_contested<D, path, full>(frame);
  if (!read_plain_tracers<path>(hit)) [[unlikely]]
    return enter_framed_guarded<D, path, full>(frame);
  run_framed<D, path, full>(hit, area_of(frame));
}

/// The record of the block whose return trampoline finds `area` above its own return address, which
/// is the word behind T.
[[gnu::always_inline]] inline const Record& record_of_area(const std::uint64_t* area) {
  return record_by<Shape::framed, RP_FRAMED_LEAVE>(area[-1]);
}
[[gnu::always_inline]] inline std::uintptr_t slot_of_area(const std::uint64_t* area,
                                                          const Record& record) {
  return reinterpret_cast<std::uintptr_t>(area) + record.frame_bytes + 8;
}

template <class D>
[[gnu::always_inline]] inline void pop_framed(ReturnFrame& frame, Thread& thread,
                                              std::uint64_t* area, const Record& record,
                                              ReturnReason reason) {
  guard_return(frame, thread, record);
  frame.reason = reason;
  frame.registers.rip = *reinterpret_cast<const std::uintptr_t*>(
      slot_of_area(area, record));  // never a T: this shape makes none
  D::on_return(area, frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

template <class D>
[[gnu::noinline, gnu::cold]] void leave_framed_beneath(ReturnFrame& frame, std::uint64_t* area,
                                                       const Record& record, ReturnReason reason) {
  Thread& thread = this_thread;
  pop_beneath(thread, slot_of_area(area, record), [&]() __attribute__((always_inline)) {
    pop_framed<D>(frame, thread, area, record, reason);
  });
}

template <class D>
[[gnu::always_inline]] inline void leave_framed(ReturnFrame& frame, std::uint64_t* area,
                                                const Record& record, ReturnReason reason) {
  if (area[0] == 0) return;  // nobody wants to hear of it
  Thread& thread = this_thread;
  if (thread.guard.is_set()) [[unlikely]]
    return leave_framed_beneath<D>(frame, area, record, reason);
  pop_framed<D>(frame, thread, area, record, reason);
  thread.guard = {};
}

/// What the framed pool's personality calls when an exception has left the body. Cold.
template <class D>
void unwound_framed(ReturnFrame* frame, std::uint64_t* area) {
  if constexpr (FramedDesign<D>) {
    leave_framed<D>(*frame, area, record_of_framed_block(area[-1]), ReturnReason::unwound);
    area[0] = 0;  // told
  } else {
    __builtin_trap();
  }
}

/// What an entry hook answers: in the slot shape, whether the block calls the body; blocks of the
/// framed shape always do.
template <EntryMode mode>
using Entered = std::conditional_t<mode == EntryMode::framed, void, bool>;

/// The hooks of a design under the names that the assembly calls. A design of one shape has no
/// hooks of the other; there the name exists, since every design gets the same trampolines, and is
/// never reached.
template <class D, EntryMode mode, Path path, bool full>
[[gnu::always_inline]] inline Entered<mode> enter(EntryFrame& frame) {
  constexpr bool has_path = path == Path::direct || D::facts.wiring != Wiring::chained;
  if constexpr (SlotDesign<D> && mode != EntryMode::framed && has_path)
    return enter_slot<D, mode, path, full>(frame);
  else if constexpr (FramedDesign<D> && mode == EntryMode::framed)
    return enter_framed<D, path, full>(frame);
  else
    __builtin_trap();
}

// ---- The cold side ----

template <class D>
constexpr ColdSide cold_side() {
  ColdSide side{};
  if constexpr (SlotDesign<D>) {
    using Stack = typename D::Stack;
    side.attach = D::attach;
    side.detach = D::detach;
    side.words = D::frame_words;
    side.make_stack = [](void* memory) -> ExecutionStack* { return new (memory) Stack(); };
    side.stack_bytes = sizeof(Stack);
    side.on_return = [](ExecutionStack& stack, ReturnFrame& frame, Thread& thread) {
      D::on_return(static_cast<Stack&>(stack), frame, thread);
    };
    side.recover = [](ExecutionStack& stack, std::uintptr_t slot) {
      D::recover(static_cast<Stack&>(stack), slot);
    };
    side.resolve = [](const ExecutionStack& stack, std::uintptr_t slot) {
      return D::resolve(static_cast<const Stack&>(stack), slot);
    };
    if constexpr (std::derived_from<D, FrameWalk<D>>)
      side.visit_frames = [](const ExecutionStack& stack,
                             bool (*visit)(void*, const Record&, std::uintptr_t), void* context) {
        D::for_each_frame(stack, [&](const std::uint64_t* trailer, const std::uint64_t*) {
          return visit(context, record_in(trailer[1]), trailer[0]);
        });
      };
    side.frames = [](const ExecutionStack& stack) {
      return D::frames(static_cast<const Stack&>(stack));
    };
    side.describe = [](const ExecutionStack& stack) {
      return D::describe(static_cast<const Stack&>(stack));
    };
  } else if constexpr (FramedDesign<D>) {
    side.words = D::area_words;
  }
  return side;
}

}  // namespace retprobe

// One line per trampoline that exists; NAME is the design's. The same lists stand in
// trampoline_x86_64.inc.
#define RP_BIND_ENTRY(NAME, MODE, PATH)                                                 \
  extern "C" [[gnu::visibility("hidden")]] retprobe::Entered<retprobe::EntryMode::MODE> \
  retprobe_on_entry_##NAME##_##MODE##_##PATH##_partial(retprobe::EntryFrame* frame) {   \
    return retprobe::enter<retprobe::NAME::Design, retprobe::EntryMode::MODE,           \
                           retprobe::Path::PATH, false>(*frame);                        \
  }                                                                                     \
  extern "C" [[gnu::visibility("hidden")]] retprobe::Entered<retprobe::EntryMode::MODE> \
  retprobe_on_entry_##NAME##_##MODE##_##PATH##_full(retprobe::EntryFrame* frame) {      \
    return retprobe::enter<retprobe::NAME::Design, retprobe::EntryMode::MODE,           \
                           retprobe::Path::PATH, true>(*frame);                         \
  }
#define RP_DECLARE_TRAMPOLINE(SYMBOL) \
  extern "C" [[gnu::visibility("hidden")]] const std::byte SYMBOL[];
#define RP_FOR_SETS(DO, ...) DO(__VA_ARGS__, scalar) DO(__VA_ARGS__, vector) DO(__VA_ARGS__, full)
#define RP_DECLARE_ENTRY(NAME, MODE, PATH, SET) \
  RP_DECLARE_TRAMPOLINE(retprobe_entry_trampoline_##NAME##_##MODE##_##PATH##_##SET)
#define RP_DECLARE_RETURN(NAME, TRANSFER, SET) \
  RP_DECLARE_TRAMPOLINE(retprobe_return_trampoline_##NAME##_##TRANSFER##_##SET)
#define RP_ADDRESS_OF_ENTRY(NAME, MODE, PATH, SET) \
  retprobe_entry_trampoline_##NAME##_##MODE##_##PATH##_##SET,
#define RP_ADDRESS_OF_RETURN(NAME, TRANSFER, SET) \
  retprobe_return_trampoline_##NAME##_##TRANSFER##_##SET,
#define RP_ENTRIES(DO, NAME)                \
  RP_FOR_SETS(DO, NAME, paired, direct)     \
  RP_FOR_SETS(DO, NAME, paired, iterating)  \
  RP_FOR_SETS(DO, NAME, replace, direct)    \
  RP_FOR_SETS(DO, NAME, replace, iterating) \
  RP_FOR_SETS(DO, NAME, framed, direct) RP_FOR_SETS(DO, NAME, framed, iterating)
#define RP_RETURNS(DO, NAME)      \
  RP_FOR_SETS(DO, NAME, push_ret) \
  RP_FOR_SETS(DO, NAME, call_ret) RP_FOR_SETS(DO, NAME, jump) RP_FOR_SETS(DO, NAME, framed)

#define RETPROBE_BIND(NAME)                                                                        \
  static_assert(retprobe::Design<retprobe::NAME::Design>);                                         \
  RP_BIND_ENTRY(NAME, paired, direct)                                                              \
  RP_BIND_ENTRY(NAME, paired, iterating)                                                           \
  RP_BIND_ENTRY(NAME, replace, direct)                                                             \
  RP_BIND_ENTRY(NAME, replace, iterating)                                                          \
  RP_BIND_ENTRY(NAME, framed, direct) RP_BIND_ENTRY(NAME, framed, iterating) extern "C"            \
      [[gnu::visibility("hidden")]] void                                                           \
      retprobe_on_return_##NAME##_slot(retprobe::ReturnFrame* frame, std::uintptr_t slot) {        \
    if constexpr (retprobe::SlotDesign<retprobe::NAME::Design>)                                    \
      retprobe::leave_slot<retprobe::NAME::Design>(*frame, slot);                                  \
    else                                                                                           \
      __builtin_trap();                                                                            \
  }                                                                                                \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_on_return_##NAME##_framed(                \
      retprobe::ReturnFrame* frame, std::uint64_t* area) {                                         \
    if constexpr (retprobe::FramedDesign<retprobe::NAME::Design>)                                  \
      retprobe::leave_framed<retprobe::NAME::Design>(*frame, area, retprobe::record_of_area(area), \
                                                     retprobe::ReturnReason::returned);            \
    else                                                                                           \
      __builtin_trap();                                                                            \
  }                                                                                                \
  RP_ENTRIES(RP_DECLARE_ENTRY, NAME)                                                               \
  RP_RETURNS(RP_DECLARE_RETURN, NAME)                                                              \
  extern "C" [[gnu::visibility("hidden")]] const retprobe::DesignEntry retprobe_design_##NAME = {  \
      #NAME,                                                                                       \
      retprobe::NAME::Design::facts,                                                               \
      {RP_ENTRIES(RP_ADDRESS_OF_ENTRY, NAME)},                                                     \
      {RP_RETURNS(RP_ADDRESS_OF_RETURN, NAME)},                                                    \
      retprobe_on_return_##NAME##_slot,                                                            \
      retprobe::unwound_framed<retprobe::NAME::Design>,                                            \
      retprobe::cold_side<retprobe::NAME::Design>()};
