// The entry hook: what happens between the entry trampoline and the body.
//
// A block has led to the trampoline. The trampoline has built an EntryFrame and jumps to the hook:
//
//     machine stack                                       shadow stack, which grows upwards
//
//     S      return slot: the original address, or a T
//            EntryFrame: registers, body, record            top →
//            vector state (sets vector and full)                  S     of the newest frame
//     rsp →  a word for unwinders: a place in the                 …     the design's words
//            trampoline                                           held  what that slot held
//
// The hook runs the entry handlers. If one of them wants the exit, a frame is pushed, and T takes
// the place of the slot's content: the block's call of the body puts it there (mode paired), or the
// hook does (mode replace). Two words are kept:
//   - the original address in the parallel shadow, at S + delta. Unwinders of any thread or process
//     find it there by S alone.
//   - the slot's content in the frame, for the return. In a tail call and in a later stage of a
//     chain, that is a T. Otherwise the two words are equal.
//
// Framed shape (call_through): S keeps the original address. The frame area, between S and the
// EntryFrame, is what the frame on the shadow stack is elsewhere, and the block calls the body from
// below it.
//
// No hook returns. A call and its return cost four cycles, so a hook is jumped to, and a `ret`
// would take the word for unwinders, which names an `int3`. A hook, and every function that goes on
// for it, ends in a jump to a routine in assembly (resume_x86_64.S). The compilers make that jump
// of a tail call, which they do only if no local variable's address is known outside of the
// function. So functions that are not inlined get the parts of a Hit, not the Hit. A test finds a
// hook that ends in another way (hot_objects_test.cc).
#pragma once

#include "core/blocks/parallel_shadow.h"
#include "core/hooks/handlers.h"
#include "core/hooks/resume.h"

namespace retprobe {

/// The entry hook of design `D` for one mode, path and register set.
template <class D, EntryMode mode, Path path, RegisterSet set>
class EntryHook {
  static constexpr bool framed = mode == EntryMode::framed,
                        chained = D::facts.wiring == Wiring::chained;
  // Whether the hook tells the routine or the block where the body begins.
  static constexpr bool body_in_frame = mode == EntryMode::replace || D::facts.body_in_frame(set);

 public:
  // ---- Fast path. It contains one call for each tracer: its handler's. The rare cases are tail
  // ---- calls of functions that are not inlined, so that this function saves few registers.

  [[gnu::always_inline]] static void enter(Record& record, EntryFrame& frame) {
    Hit hit = hit_of(frame, record);
    if (hit.thread->guard.is_set()) [[unlikely]] {
      if constexpr (chained) {
        // Another record: a jump has left the chain, and this is a later call with the same slot.
        if (hit.thread->guard.is_between_stages_of(hit.slot) &&
            is_entered_at(record, hit.thread->next_stage)) [[likely]] {
          set_guard(*hit.thread, Guard::of_entry(hit.slot));
          return enter_stage(record, frame);
        }
      }
      return enter_nested(record, frame);
    }
    set_guard(*hit.thread, Guard::of_entry(end_of(frame)));
    if constexpr (body_in_frame) frame.body = record.body;
    if constexpr (chained) {
      // An empty link: the chain has one stage, and its tracer is not skipped.
      if (!record.next_stage.load(std::memory_order_acquire).empty()) [[unlikely]] {
        hit.thread->redirect = 0;
        return enter_stage(record, frame);
      }
    }
    if (!read_plain_tracers(hit)) [[unlikely]]
      return enter_with_care(record, frame);
    const Room room = near_room(hit);
    // The slot lies below the newest frame's. Each T has a frame, and the slots of a stack's frames
    // never rise towards the top. So the slot holds no T: this is no tail call. A design whose
    // frames carry no slot has to look.
    if (!framed && (!room.stack || (!D::facts.keyed_by_slot && is_trampoline(hit.held()))))
        [[unlikely]]
      return enter_with_care(record, frame);
    const bool due = run_handlers(hit, room);
    // On the direct path, nothing is kept across the handler: the guard knows the frame.
    EntryFrame& same = path == Path::direct ? guarded_frame(thread_of(hit)) : frame;
    take_redirect(same, same.body);
    finish(same, thread_of(hit), due);
  }

 private:
  [[gnu::always_inline]] static Hit hit_of(EntryFrame& frame, Record& record) {
    const std::uintptr_t end = end_of(frame);
    return {&this_thread, record, frame, framed ? slot_of_area(end + framed_pad, record) : end,
            {},           nullptr};
  }
  /// The address above the frame. In the slot shape this is the return slot.
  [[gnu::always_inline]] static std::uintptr_t end_of(EntryFrame& frame) {
    return reinterpret_cast<std::uintptr_t>(&frame + 1);
  }
  [[gnu::always_inline]] static std::uint64_t* area_of(EntryFrame& frame) {
    return reinterpret_cast<std::uint64_t*>(end_of(frame) + framed_pad);
  }
  /// The thread, after its handler.
  [[gnu::always_inline]] static Thread& thread_of(const Hit& hit) {
    return path == Path::direct ? this_thread_again : *hit.thread;
  }
  /// The frame of the entry hook that has set the guard.
  [[gnu::always_inline]] static EntryFrame& guarded_frame(const Thread& thread) {
    return reinterpret_cast<EntryFrame*>(thread.guard.frame_end())[-1];
  }

  /// Reads the record's tracers. False when there are none, or none any more.
  [[gnu::always_inline]] static bool read_tracers(Hit& hit) {
    if constexpr (path == Path::direct) {
      hit.single = hit.record.single.load(std::memory_order_relaxed);
      return !hit.single.empty();
    } else {
      hit.list = hit.record.list.load(std::memory_order_acquire);
      return hit.list->count != 0;
    }
  }
  /// Reads the tracers. True: the fast path can serve them. Those are one tracer without entry data
  /// (direct path), or any number (iterating path).
  [[gnu::always_inline]] static bool read_plain_tracers(Hit& hit) {
    const bool any = read_tracers(hit);
    return path == Path::direct ? hit.single.is_plain() : any;
  }

  /// Room for a frame on the shadow stack, and the distance from the slot to its shadow word. A
  /// null `stack`: there is none.
  struct Room {
    ExecutionStack* stack;
    std::uint64_t delta;
  };
  /// The room, if nothing has to be done for it. The slot lies on the stack of the thread's last
  /// hit, below the newest call's slot (in a tail call: at it), and the frame fits.
  [[gnu::always_inline]] static Room near_room(const Hit& hit) {
    if constexpr (framed) return {};
    ExecutionStack* const current = hit.thread->current;
    const std::uintptr_t top_slot = current->top_slot();
    const bool settled = current->contains_near(hit.slot) &&
                         (top_slot > hit.slot || (hit.is_tail && top_slot == hit.slot));
    if (!settled || current->top + words_needed(hit) >= current->limit) [[unlikely]]
      return {nullptr, 0};
    return {current, current->near_delta};
  }
  // How many words have to lie between `top` and `limit`. Beyond `limit` there is room for the
  // frame of one tracer.
  [[gnu::always_inline]] static std::size_t words_needed(const Hit& hit) {
    return path == Path::direct ? 0 : hit.list->words;
  }

  /// Runs the entry handlers. True: exit handlers are due, since a frame was pushed.
  [[gnu::always_inline]] static bool run_handlers(Hit& hit, Room room) {
    if constexpr (set == RegisterSet::full) {
      hit.frame.registers.rsp = hit.slot;
      hit.frame.registers.rip = hit.record.body;
    }
    if constexpr (framed) {
      return D::template on_entry<path>(area_of(hit.frame), hit);
    } else {
      // An unwinder must find the original address while the slot holds a T. So the shadow word is
      // written before the slot. If the slot holds a T already, the shadow word is there.
      const std::uintptr_t held = hit.held();
      if (!hit.is_tail) [[likely]]
        shadow_word(hit.slot, room.delta) = held;
      if constexpr (D::facts.keyed_by_slot) *room.stack->top = held;
      return D::template on_entry<path>(static_cast<typename D::Stack&>(*room.stack), hit);
    }
  }
  /// If a handler has redirected the call, `target` gets the address that replaces the body's.
  [[gnu::always_inline]] static void take_redirect(const EntryFrame& frame,
                                                   std::uintptr_t& target) {
    if constexpr (set == RegisterSet::full)
      if (frame.registers.rip != frame.record->body) [[unlikely]]
        target = frame.registers.rip;
  }

  /// Ends the hook. If exit handlers are `due`, the return becomes a probed one. Clears the guard
  /// or sets it to `guard_after`.
  [[gnu::always_inline]] static void finish(EntryFrame& frame, Thread& thread, bool due,
                                            Guard guard_after = {}) {
    if (!due) [[unlikely]]
      decline(frame);
    else if constexpr (mode == EntryMode::replace)
      *reinterpret_cast<std::uintptr_t*>(end_of(frame)) = frame.record->trampoline();
    clear_guard(thread, guard_after);
    resume_entry(mode, set);
  }
  /// Lets the call run without a probed return. In mode replace, the slot keeps what it holds. In
  /// mode paired, the routine goes on at retprobe_pass, which jumps to the body. In the framed
  /// shape, the return hook reads that no exit handler is due.
  [[gnu::always_inline]] static void decline(EntryFrame& frame) {
    if constexpr (framed)
      area_of(frame)[0] = 0;
    else if constexpr (mode == EntryMode::paired) {
      if constexpr (!body_in_frame) frame.body = frame.record->body;
      frame.record = &retprobe_pass_record;
    }
  }

  // ---- Slow path: it assumes nothing. For entry data, a tail call, another stack, stale frames,
  // ---- no room, no tracer. The guard is set.

  [[gnu::noinline]] static void enter_with_care(Record& record, EntryFrame& frame) {
    Hit hit = hit_of(frame, record);
    const bool due = run_with_care<false>(hit);
    finish(frame, thread_of(hit), due);
  }
  template <bool in_chain>
  [[gnu::always_inline]] static bool run_with_care(Hit& hit) {
    if (!read_tracers(hit)) return false;
    Room room{};
    if constexpr (!framed) {
      hit.is_tail = is_trampoline(hit.held());
      room = near_room(hit);
      if (!room.stack) [[unlikely]]
        room = find_room(hit);
      if (!room.stack) return false;
    }
    const bool due = run_handlers(hit, room);
    take_redirect(hit.frame, in_chain ? thread_of(hit).redirect : hit.frame.body);
    return due;
  }
  /// Finds the stack, drops stale frames, gets memory. No room: the call is counted as missed.
  [[gnu::always_inline]] static Room find_room(const Hit& hit) {
    if (!settle_entry(*hit.thread, hit.record, hit.slot, hit.is_tail) ||
        !make_room(*hit.thread, hit.record, hit.slot, words_needed(hit)))
      return {nullptr, 0};
    return {hit.thread->current, shadow_delta(hit.slot)};
  }

  // ---- Nested path: the guard was set. The call runs unprobed, through all stages of a chain, and
  // ---- is counted as missed; unless the guard is stale, or this is the thread's first hit.

  [[gnu::noinline]] static void enter_nested(Record& record, EntryFrame& frame) {
    Thread& thread = this_thread;
    if constexpr (body_in_frame) frame.body = record.body;
    if (!admit(thread, record, end_of(frame), chained)) {
      decline(frame);
      return resume_entry(mode, set);
    }
    set_guard(thread, Guard::of_entry(end_of(frame)));
    if constexpr (chained) {
      thread.redirect = 0;
      enter_stage(record, frame);
    } else {
      enter_with_care(record, frame);
    }
  }

  // ---- Chains of several stages.

  /// Enters one stage. The guard is set, as it is between two stages. The stage's link
  /// (Record::next_stage) says in one word which stage comes next and whether this stage's tracer
  /// is to be skipped; publish_chain in control_chain.cc writes it.
  ///
  /// The link must be read with the guard set. The guard is the read-side section that keeps the
  /// next stage from being reused for another tracer (see call_after_grace_period). Without it,
  /// nothing would wait for a thread that has read the link and not yet reached the next stage.
  ///
  /// A redirected call passes the other stages first. Thread::redirect keeps its target meanwhile.
  ///
  /// The rare cases are a tail call, as in `enter`, and nothing is kept across the handler.
  [[gnu::noinline]] static void enter_stage(Record& record, EntryFrame& frame) {
    Hit hit = hit_of(frame, record);
    const ChainLink link = record.next_stage.load(std::memory_order_acquire);
    if (link.passes_own_tracer() || !read_plain_tracers(hit)) [[unlikely]]
      return enter_stage_with_care(record, frame);
    frame.body = record.body;
    if (const std::uintptr_t next = link.next_block_of_plain()) [[likely]]
      frame.body = hit.thread->next_stage = entry_of_block(next, set);
    const Room room = near_room_of_stage(hit);
    if (!room.stack) [[unlikely]]
      return enter_stage_with_care(record, frame);
    const bool due = run_handlers(hit, room);
    take_redirect(guarded_frame(thread_of(hit)), thread_of(hit).redirect);
    finish_stage(thread_of(hit), due);
  }
  [[gnu::noinline]] static void enter_stage_with_care(Record& record, EntryFrame& frame) {
    Hit hit = hit_of(frame, record);
    const ChainLink link = record.next_stage.load(std::memory_order_acquire);
    hit.frame.body = link.has_next() ? entry_of_block(link.next_block(), set) : record.body;
    hit.thread->next_stage = hit.frame.body;
    const bool due = !link.passes_own_tracer() && run_with_care<true>(hit);
    finish_stage(thread_of(hit), due);
  }
  /// Like near_room. Where the stage before has put a T into the slot, the newest frame has the
  /// same slot. So the stack is the right one, and the shadow word is there.
  [[gnu::always_inline]] static Room near_room_of_stage(Hit& hit) {
    ExecutionStack* const current = hit.thread->current;
    if (current->top_slot() != hit.slot) return near_room(hit);
    hit.is_tail = is_trampoline(hit.held());
    if (!hit.is_tail || current->top >= current->limit) [[unlikely]]
      return {nullptr, 0};
    return {current, 0};
  }
  /// Ends the hook. What goes on is the next stage, whose block is the frame's body, or the body.
  [[gnu::always_inline]] static void finish_stage(Thread& thread, bool due) {
    EntryFrame& frame = guarded_frame(thread);
    if (frame.body != frame.record->body) [[likely]]
      return finish(frame, thread, due, Guard::between_stages(end_of(frame)));
    if (thread.redirect != 0) [[unlikely]]
      frame.body = thread.redirect;
    finish(frame, thread, due);
  }
};

}  // namespace retprobe
