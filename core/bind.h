// Binds the trampolines to one design. It defines the design's hooks, which the assembly jumps to
// directly, and the table entry through which cold code finds the design by name. One generated
// source file per design includes this header; it is compiled with the flags of hot code.
//
// No hook returns. A hook, and every function that goes on for it, ends in a jump to a routine in
// assembly that goes on (resume_x86_64.S). The compilers make that jump of a tail call, which
// they do only if no local variable's address is known outside of the function. So slow paths get
// the parts of a Hit, not the Hit. A test finds a hook that ends in another way
// (hot_objects_test.cc).
#pragma once

#include <new>

#include "core/blocks/parallel_shadow.h"
#include "core/design.h"
#include "core/hooks/design_table.h"
#include "core/hooks/frame_walk.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {

/// How a return trampoline leaves, as design_table.h lists them; `nowhere`: its hook returns, since
/// a signal handler or a personality routine has called it.
enum class Leave { push_ret, call_ret, jump, framed, nowhere };

// clang-format off
#define RP_FOR_SETS(DO, ...) DO(__VA_ARGS__, scalar) DO(__VA_ARGS__, vector) DO(__VA_ARGS__, full)
#define RP_RESUME_ENTRY(MODE, SET)                                                                \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_resume_entry_##MODE##_##SET();           \
  template <>                                                                                     \
  inline constexpr auto* resume_entry_at<EntryMode::MODE, RegisterSet::SET> =                     \
      &retprobe_resume_entry_##MODE##_##SET;
#define RP_RESUME_RETURN(LEAVE, SET)                                                              \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_resume_return_##LEAVE##_##SET();         \
  template <>                                                                                     \
  inline constexpr auto* resume_return_at<Leave::LEAVE, RegisterSet::SET> =                       \
      &retprobe_resume_return_##LEAVE##_##SET;
// clang-format on
template <EntryMode, RegisterSet>
inline constexpr void (*resume_entry_at)() = nullptr;
template <Leave, RegisterSet>
inline constexpr void (*resume_return_at)() = nullptr;
RP_FOR_SETS(RP_RESUME_ENTRY, paired)
RP_FOR_SETS(RP_RESUME_ENTRY, replace)
RP_FOR_SETS(RP_RESUME_ENTRY, framed)
RP_FOR_SETS(RP_RESUME_RETURN, push_ret)
RP_FOR_SETS(RP_RESUME_RETURN, call_ret)
RP_FOR_SETS(RP_RESUME_RETURN, jump)
RP_FOR_SETS(RP_RESUME_RETURN, framed)

/// End a hook.
template <EntryMode mode, RegisterSet set>
[[gnu::always_inline]] inline void resume_entry() {
  resume_entry_at<mode, set>();
}
template <Leave leave, RegisterSet set>
[[gnu::always_inline]] inline void resume_return() {
  if constexpr (leave != Leave::nowhere) resume_return_at<leave, set>();
}

/// The address above the frame. In the slot shape this is the return slot.
[[gnu::always_inline]] inline std::uintptr_t end_of(EntryFrame& frame) {
  return reinterpret_cast<std::uintptr_t>(&frame + 1);
}

/// Sets the guard if it is clear. False: it was set already. (run_entry checks before each handler
/// whether tracing is stopped.)
[[gnu::always_inline]] inline bool take_guard(Thread& thread, std::uintptr_t frame_end) {
  if (thread.guard.is_set()) [[unlikely]]
    return false;
  thread.guard = Guard::of_entry(frame_end);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return true;
}
/// Tries again to set a guard that take_guard found set: it may be stale, or this may be the
/// thread's first hit. False: the call must run unprobed, and misses are counted. `is_chain`: the
/// record is the head of a chain, so the call is missed at all of its stages.
[[gnu::always_inline]] inline bool take_guard_after_all(Thread& thread, const Record& record,
                                                        std::uintptr_t frame_end,
                                                        bool is_chain = false) {
  if (!admit(thread, record, frame_end, is_chain)) return false;
  thread.guard = Guard::of_entry(frame_end);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return true;
}

/// Reads the record's tracers. False when there are none, or none any more.
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
/// Reads the tracers and returns whether they are of the common kind. On the direct path: one
/// tracer without entry data. On the iterating path: any number of tracers.
template <Path path>
[[gnu::always_inline]] inline bool read_plain_tracers(Hit& hit) {
  const bool any = read_tracers<path>(hit);
  if constexpr (path == Path::direct)
    return hit.single.is_plain();
  else
    return any;
}

/// The shadow stack for a slot, and the distance from the slot to its shadow word. A null `stack`
/// says that they are not known, or that there is no memory for them.
struct Prepared {
  ExecutionStack* stack;
  std::uint64_t delta;
};

template <Path path>
[[gnu::always_inline]] inline std::size_t words_beyond_one(const Hit& hit) {
  // As long as `top` is below `limit`, there is room for the frame of one tracer.
  if constexpr (path == Path::direct)
    return 0;
  else
    return hit.list->words;
}

/// The common case: nothing has to be prepared. The slot lies on the stack of the thread's last
/// hit, below the newest call's slot (in a tail call: at it), and there is room for the frame. In
/// all other cases the result has no stack.
template <Path path>
[[gnu::always_inline]] inline Prepared find_prepared(const Hit& hit) {
  ExecutionStack* const current = hit.thread->current;
  const std::uintptr_t top_slot = current->top_slot();
  const bool settled = current->contains_near(hit.slot) &&
                       (top_slot > hit.slot || (hit.is_tail && top_slot == hit.slot));
  if (!settled || current->top + words_beyond_one<path>(hit) >= current->limit) [[unlikely]]
    return {nullptr, 0};
  return {current, current->near_delta};
}

/// Prepares a hit that is not the common case: finds the stack, drops stale frames, gets memory.
/// If the result has no stack, the call has been counted as missed.
template <Path path>
[[gnu::always_inline]] inline Prepared prepare(const Hit& hit) {
  if (!settle_entry(*hit.thread, hit.record, hit.slot, hit.is_tail) ||
      !make_room(*hit.thread, hit.record, hit.slot, words_beyond_one<path>(hit)))
    return {nullptr, 0};
  return {hit.thread->current, shadow_delta(hit.slot)};
}

/// Lets the call run without a probed return: the trampoline jumps to the body. A trampoline of the
/// replace mode does so always.
template <EntryMode mode>
[[gnu::always_inline]] inline void pass_the_call(EntryFrame& frame) {
  if constexpr (mode == EntryMode::paired) frame.record = &retprobe_pass_record;
}

/// Ends an entry hook of the slot shape: makes the return a probed one if that is `due`, because a
/// frame was pushed. Then clears the guard or sets it to `guard_after`.
template <EntryMode mode, RegisterSet set>
[[gnu::always_inline]] inline void end_entry(EntryFrame& frame, Thread& thread, bool due,
                                             Guard guard_after = {}) {
  if (!due) [[unlikely]]
    pass_the_call<mode>(frame);
  else if constexpr (mode == EntryMode::replace)
    *reinterpret_cast<std::uintptr_t*>(end_of(frame)) = frame.record->trampoline();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.guard = guard_after;
  resume_entry<mode, set>();
}

/// The frame of the entry hook that has set the guard.
[[gnu::always_inline]] inline EntryFrame& guarded_frame(const Thread& thread) {
  return reinterpret_cast<EntryFrame*>(thread.guard.frame_end())[-1];
}

/// Runs the entry handlers and pushes their frame, after everything is prepared. True: a frame was
/// pushed. If a handler redirects the call, `target` gets the address that replaces the body's.
template <class D, Path path, RegisterSet set>
[[gnu::always_inline]] inline bool run_prepared(Hit& hit, Prepared prepared,
                                                std::uintptr_t& target) {
  if constexpr (set == RegisterSet::full) {
    hit.frame.registers.rsp = hit.slot;
    hit.frame.registers.rip = hit.record.body;
  }
  // In a tail call or a later stage of a chain, the slot holds a T: its shadow word is written.
  if (!hit.is_tail) [[likely]]
    shadow_word(hit.slot, prepared.delta) = hit.held();
  const bool due =
      D::template on_entry<path>(static_cast<typename D::Stack&>(*prepared.stack), hit);
  if constexpr (set == RegisterSet::full)
    if (hit.frame.registers.rip != hit.record.body) [[unlikely]]
      target = hit.frame.registers.rip;
  return due;
}

[[gnu::always_inline]] inline Hit hit_of(EntryFrame& frame, Record& record) {
  return {&this_thread, record, frame, end_of(frame), {}, nullptr};
}

/// The entry of a hit with the guard set that makes no assumptions. Every stage of a chain uses it.
/// The other designs use it when a hit is not the common case: entry data, a tail call, another
/// stack, stale frames, no room. False: no frame was pushed.
template <class D, Path path, RegisterSet set>
[[gnu::always_inline]] inline bool run_with_care(Hit& hit, std::uintptr_t& target) {
  if (!read_tracers<path>(hit)) return false;
  hit.is_tail = is_trampoline(hit.held());
  Prepared prepared = find_prepared<path>(hit);
  if (!prepared.stack) [[unlikely]]
    prepared = prepare<path>(hit);
  return prepared.stack && run_prepared<D, path, set>(hit, prepared, target);
}

template <class D, EntryMode mode, Path path, RegisterSet set>
[[gnu::noinline]] void enter_with_care(EntryFrame& frame, Record& record) {
  Hit hit = hit_of(frame, record);
  const bool due = run_with_care<D, path, set>(hit, frame.body);
  end_entry<mode, set>(frame, *hit.thread, due);
}

/// Enters one stage of a chain. The guard is set: by the first stage's hook, or left set by the
/// stage before. The stage's link (Record::next_stage) says in one word which stage comes next and
/// whether this stage's tracer is to be skipped; publish_chain in control_chain.cc writes it.
///
/// The link must be read with the guard set. The guard is the read-side section that keeps the next
/// stage from being reused for another tracer (see call_after_grace_period). Without it, nothing
/// would wait for a thread that has read the link and not yet reached the next stage.
///
/// A redirected call passes the other stages first. Thread::redirect keeps its target meanwhile.
template <class D, EntryMode mode, RegisterSet set>
[[gnu::noinline]] void enter_stage(EntryFrame& frame, Record& record) {
  Hit hit = hit_of(frame, record);
  const ChainLink link = record.next_stage.load(std::memory_order_acquire);
  const bool more_stages = link.has_next();
  if (more_stages) frame.body = entry_of_block(slot_block(*link.next()), set);
  const bool due =
      !link.passes_own_tracer() && run_with_care<D, Path::direct, set>(hit, hit.thread->redirect);
  if (!more_stages && hit.thread->redirect != 0) [[unlikely]]
    frame.body = hit.thread->redirect;
  end_entry<mode, set>(frame, *hit.thread, due,
                       more_stages ? Guard::between_stages(hit.slot) : Guard());
}

/// The entry of a hit that found the guard set. If the guard is not stale, the call runs unprobed
/// and skips all stages of a chain.
template <class D, EntryMode mode, Path path, RegisterSet set>
[[gnu::noinline]] void enter_contested(EntryFrame& frame, Record& record) {
  constexpr bool chained = D::facts.wiring == Wiring::chained;
  Thread& thread = this_thread;
  if (!take_guard_after_all(thread, record, end_of(frame), chained)) {
    pass_the_call<mode>(frame);
    return resume_entry<mode, set>();
  }
  if constexpr (chained) {
    thread.redirect = 0;
    enter_stage<D, mode, set>(frame, record);
  } else {
    enter_with_care<D, mode, path, set>(frame, record);
  }
}

/// The entry hook of the slot shape. Hot. The common case contains one call, to the handler. The
/// rare cases are tail calls of functions that are not inlined, so that this function saves few
/// registers.
///
/// The order of the steps protects three observers:
///   - An unwinder must find the original address while the slot holds a T. So the shadow word is
///     written before the slot.
///   - Probed calls of a signal handler must not push a frame while this hook is pushing one. So
///     the guard is set before anything is read, and cleared after everything is written.
///   - A detach must be able to wait for this hook's handlers (see run_entry).
template <class D, EntryMode mode, Path path, RegisterSet set>
[[gnu::always_inline]] inline void enter_slot(EntryFrame& frame, Record& record) {
  Hit hit = hit_of(frame, record);
  frame.body = record.body;
  if (!take_guard(*hit.thread, hit.slot)) [[unlikely]] {
    if constexpr (D::facts.wiring == Wiring::chained)
      if (hit.thread->guard.is_between_stages_of(hit.slot))
        return enter_stage<D, mode, set>(frame, record);
    return enter_contested<D, mode, path, set>(frame, record);
  }
  if constexpr (D::facts.wiring == Wiring::chained) {
    // An empty link: the chain has one stage, and its tracer is not skipped.
    if (!record.next_stage.load(std::memory_order_acquire).empty()) [[unlikely]] {
      hit.thread->redirect = 0;
      return enter_stage<D, mode, set>(frame, record);
    }
  }
  if (!read_plain_tracers<path>(hit)) [[unlikely]]
    return enter_with_care<D, mode, path, set>(frame, record);
  const Prepared prepared = find_prepared<path>(hit);
  // A slot that holds a T has a frame. The slots of a stack's frames never rise towards the top, so
  // no T lies below the newest frame's slot. A design whose frames carry no slot cannot tell.
  if (!prepared.stack || (!D::facts.keyed_by_slot && is_trampoline(hit.held()))) [[unlikely]]
    return enter_with_care<D, mode, path, set>(frame, record);
  const bool due = run_prepared<D, path, set>(hit, prepared, frame.body);
  // With one tracer, nothing is kept across its handler (run_only_entry).
  EntryFrame& same = path == Path::direct ? guarded_frame(*hit.thread) : frame;
  end_entry<mode, set>(same, *hit.thread, due);
}

/// Sets the guard of a return hook, so that a signal handler's probed calls never see a half-popped
/// frame. It must be set before the hook reads `thread.current`: a signal handler on an alternate
/// stack changes it.
[[gnu::always_inline]] inline void guard_return(const ReturnFrame& frame, Thread& thread) {
  thread.guard = Guard::of_return(frame.registers.set);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Pops the newest frame of the current stack, which is the returning call's, and runs its exit
/// handlers.
/// The guard is set.
template <class D>
[[gnu::always_inline]] inline void pop_newest(ReturnFrame& frame, Thread& thread) {
  D::on_return(static_cast<typename D::Stack&>(*thread.current), frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// The same when the current stack may be the wrong one, or may have newer, stale frames. Not
/// inlined, as enter_with_care is not, to keep the common case small.
template <class D>
[[gnu::noinline]] void pop_slot(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  settle_return(thread, slot, D::facts.keyed_by_slot);
  pop_newest<D>(frame, thread);
}

/// Runs `pop` when a return hook finds the guard set. If the guard is stale (a jump left the hook
/// that set it), it is cleared and `pop` runs as usual. Otherwise a hook of this thread is still
/// running, and one of its handlers has switched stacks. Then `pop` runs no handlers, and the guard
/// and `thread.current` are restored for that hook.
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
  // `current` must not name the other hook's stack meanwhile. That stack may still be empty, and
  // an empty stack of kind single_slot would be freed.
  ExecutionStack* const current_before = thread.current;
  thread.current = &no_stack;
  pop();
  thread.current = current_before;
  thread.guard = guard_before;
  thread.muted = false;
}

template <class D, Leave leave, RegisterSet set>
[[gnu::noinline, gnu::cold]] void leave_slot_beneath(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  pop_beneath(thread, slot, [&]() __attribute__((always_inline)) {
    guard_return(frame, thread);
    pop_slot<D>(frame, slot);
  });
  resume_return<leave, set>();
}

template <class D, Leave leave, RegisterSet set>
[[gnu::noinline]] void leave_slot_with_care(ReturnFrame& frame, std::uintptr_t slot) {
  pop_slot<D>(frame, slot);
  this_thread.guard = {};
  resume_return<leave, set>();
}

/// The return hook of the slot shape. Hot. Writes the address that the call returns to into
/// frame.slot_word. That word is the return slot itself, except in the trap transfer.
template <class D, Leave leave, RegisterSet set>
[[gnu::always_inline]] inline void leave_slot(ReturnFrame& frame, std::uintptr_t slot) {
  Thread& thread = this_thread;
  if (thread.guard.is_set()) [[unlikely]]
    return leave_slot_beneath<D, leave, set>(frame, slot);
  guard_return(frame, thread);
  const ExecutionStack& current = *thread.current;
  bool settled;
  // If the top frame carries this slot, `current` is the right stack. The exception is a stack of
  // kind single_slot (bytes == 0), which is reused for other slots: it must be looked up.
  if constexpr (D::facts.keyed_by_slot)
    settled = current.top_slot() == slot && current.bytes != 0;
  else
    settled = current.contains(slot);
  if (!settled) [[unlikely]]
    return leave_slot_with_care<D, leave, set>(frame, slot);
  pop_newest<D>(frame, thread);
  find_this_thread().guard = {};
  resume_return<leave, set>();
}

[[gnu::always_inline]] inline std::uint64_t* area_of(EntryFrame& frame) {
  return reinterpret_cast<std::uint64_t*>(end_of(frame) + framed_pad);
}
/// No exit handler is due: the return hook reads this.
[[gnu::always_inline]] inline void clear_area(EntryFrame& frame) { area_of(frame)[0] = 0; }

/// Runs the entry handlers of a hit of the framed shape, then clears the guard.
template <class D, Path path, RegisterSet set>
[[gnu::always_inline]] inline void run_framed(Hit& hit, std::uint64_t* area) {
  if constexpr (set == RegisterSet::full) {
    hit.frame.registers.rsp = hit.slot;
    hit.frame.registers.rip = hit.record.body;
  }
  const bool due = D::template on_entry<path>(area, hit);
  if (!due) [[unlikely]]
    clear_area(path == Path::direct ? guarded_frame(*hit.thread) : hit.frame);
  if constexpr (set == RegisterSet::full) hit.frame.body = hit.frame.registers.rip;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  hit.thread->guard = {};
}

[[gnu::always_inline]] inline Hit framed_hit_of(EntryFrame& frame, Record& record) {
  return {&this_thread, record, frame, slot_of_area(end_of(frame) + framed_pad, record),
          {},           nullptr};
}

/// The entry of a hit of the framed shape that is not the common case. The guard is set.
template <class D, Path path, RegisterSet set>
[[gnu::noinline]] void enter_framed_guarded(EntryFrame& frame, Record& record) {
  Hit hit = framed_hit_of(frame, record);
  clear_area(frame);
  if (read_tracers<path>(hit))
    run_framed<D, path, set>(hit, area_of(frame));
  else
    hit.thread->guard = {};
  resume_entry<EntryMode::framed, set>();
}
template <class D, Path path, RegisterSet set>
[[gnu::noinline]] void enter_framed_contested(EntryFrame& frame, Record& record) {
  if (!take_guard_after_all(this_thread, record, end_of(frame))) {
    clear_area(frame);
    return resume_entry<EntryMode::framed, set>();
  }
  enter_framed_guarded<D, path, set>(frame, record);
}

/// The entry hook of the framed shape. Hot. The block calls the body in every case, from below the
/// frame area.
template <class D, Path path, RegisterSet set>
[[gnu::always_inline]] inline void enter_framed(EntryFrame& frame, Record& record) {
  Hit hit = framed_hit_of(frame, record);
  frame.body = record.body;
  if (!take_guard(*hit.thread, end_of(frame))) [[unlikely]]
    return enter_framed_contested<D, path, set>(frame, record);
  if (!read_plain_tracers<path>(hit)) [[unlikely]]
    return enter_framed_guarded<D, path, set>(frame, record);
  run_framed<D, path, set>(hit, area_of(frame));
  resume_entry<EntryMode::framed, set>();
}

template <class D>
[[gnu::always_inline]] inline void pop_framed(ReturnFrame& frame, Thread& thread,
                                              std::uint64_t* area, const Record& record) {
  guard_return(frame, thread);
  // The slot never holds a T: this shape does not replace return addresses.
  frame.slot_word = *reinterpret_cast<const std::uintptr_t*>(
      slot_of_area(reinterpret_cast<std::uintptr_t>(area), record));
  D::on_return(area, frame, thread);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

template <class D, Leave leave, RegisterSet set>
[[gnu::noinline, gnu::cold]] void leave_framed_beneath(ReturnFrame& frame, std::uint64_t* area,
                                                       const Record& record) {
  Thread& thread = this_thread;
  pop_beneath(thread, slot_of_area(reinterpret_cast<std::uintptr_t>(area), record),
              [&]() __attribute__((always_inline)) { pop_framed<D>(frame, thread, area, record); });
  resume_return<leave, set>();
}

/// The return hook of the framed shape. Hot.
template <class D, Leave leave, RegisterSet set>
[[gnu::always_inline]] inline void leave_framed(ReturnFrame& frame, std::uint64_t* area,
                                                const Record& record) {
  if (area[0] == 0) return resume_return<leave, set>();  // no tracer accepted the call
  Thread& thread = this_thread;
  if (thread.guard.is_set()) [[unlikely]]
    return leave_framed_beneath<D, leave, set>(frame, area, record);
  pop_framed<D>(frame, thread, area, record);
  find_this_thread().guard = {};
  resume_return<leave, set>();
}

// ---- The hooks under the names that the assembly jumps to. Every design gets the trampolines of
// ---- both shapes, so every name must exist. Hooks of the shape that a design does not have are
// ---- never reached, and trap.

template <class D, EntryMode mode, Path path, RegisterSet set>
[[gnu::always_inline]] inline void enter(EntryFrame& frame, Record& record) {
  constexpr bool has_path = path == Path::direct || D::facts.wiring != Wiring::chained;
  if constexpr (SlotDesign<D> && mode != EntryMode::framed && has_path)
    enter_slot<D, mode, path, set>(frame, record);
  else if constexpr (FramedDesign<D> && mode == EntryMode::framed)
    enter_framed<D, path, set>(frame, record);
  else
    __builtin_trap();
}

/// In the framed shape, the return trampoline's frame lies below the frame area. In the slot shape,
/// there is no `record`.
template <class D, Leave leave, RegisterSet set>
[[gnu::always_inline]] inline void leave_by(ReturnFrame& frame, const Record* record) {
  if constexpr (SlotDesign<D> && leave != Leave::framed)
    leave_slot<D, leave, set>(frame, reinterpret_cast<std::uintptr_t>(&frame.slot_word));
  else if constexpr (FramedDesign<D> && leave == Leave::framed)
    leave_framed<D, leave, set>(frame, reinterpret_cast<std::uint64_t*>(&frame + 1), *record);
  else
    __builtin_trap();
}

/// Called by the signal handler of the trap transfer. Hot.
template <class D>
void leave_by_trap(ReturnFrame* frame, std::uintptr_t slot) {
  if constexpr (SlotDesign<D>)
    leave_slot<D, Leave::nowhere, RegisterSet::full>(*frame, slot);
  else
    __builtin_trap();
}

/// Called by the framed pool's personality routine when an exception has left the body. Cold.
template <class D>
void unwound_framed(ReturnFrame* frame, std::uint64_t* area, const Record& record) {
  if constexpr (FramedDesign<D>) {
    leave_framed<D, Leave::nowhere, RegisterSet::scalar>(*frame, area, record);
    area[0] = 0;  // the tracers have been notified
  } else {
    __builtin_trap();
  }
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
    if constexpr (std::derived_from<D, FrameWalk<D>>)
      side.visit_frames = [](const ExecutionStack& stack, bool (*visit)(void*, std::uintptr_t),
                             void* context) {
        D::for_each_frame(stack, [&](const std::uint64_t* slot, const std::uint64_t*) {
          return visit(context, *slot);
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

// The hooks and trampolines that exist; NAME is the design's name. Keep these lists equal to those
// of trampoline_x86_64.inc.
#define RP_HOOK extern "C" [[gnu::visibility("hidden")]] void
#define RP_BIND_ENTRY(NAME, MODE, PATH, SET)                                                 \
  RP_HOOK retprobe_on_entry_##NAME##_##MODE##_##PATH##_##SET(retprobe::EntryFrame* frame,    \
                                                             retprobe::Record* record) {     \
    retprobe::enter<retprobe::NAME::Design, retprobe::EntryMode::MODE, retprobe::Path::PATH, \
                    retprobe::RegisterSet::SET>(*frame, *record);                            \
  }
#define RP_BIND_RETURN(NAME, LEAVE, SET)                                                \
  RP_HOOK retprobe_on_return_##NAME##_##LEAVE##_##SET(retprobe::ReturnFrame* frame,     \
                                                      const retprobe::Record* record) { \
    retprobe::leave_by<retprobe::NAME::Design, retprobe::Leave::LEAVE,                  \
                       retprobe::RegisterSet::SET>(*frame, record);                     \
  }
#define RP_DECLARE_TRAMPOLINE(SYMBOL) \
  extern "C" [[gnu::visibility("hidden")]] const std::byte SYMBOL[];
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

#define RETPROBE_BIND(NAME)                                                                       \
  static_assert(retprobe::Design<retprobe::NAME::Design>);                                        \
  RP_ENTRIES(RP_BIND_ENTRY, NAME)                                                                 \
  RP_RETURNS(RP_BIND_RETURN, NAME)                                                                \
  RP_ENTRIES(RP_DECLARE_ENTRY, NAME)                                                              \
  RP_RETURNS(RP_DECLARE_RETURN, NAME)                                                             \
  extern "C" [[gnu::visibility("hidden")]] const retprobe::DesignEntry retprobe_design_##NAME = { \
      #NAME,                                                                                      \
      retprobe::NAME::Design::facts,                                                              \
      {RP_ENTRIES(RP_ADDRESS_OF_ENTRY, NAME)},                                                    \
      {RP_RETURNS(RP_ADDRESS_OF_RETURN, NAME)},                                                   \
      retprobe::leave_by_trap<retprobe::NAME::Design>,                                            \
      retprobe::unwound_framed<retprobe::NAME::Design>,                                           \
      retprobe::cold_side<retprobe::NAME::Design>()};
