// The return hook: what happens between T and the caller.
//
// The body has returned to T, and the block has led to the return trampoline:
//
//     machine stack                                       shadow stack, which grows upwards
//
//            (the caller's, from S + 8 on)
//     S      return slot, ReturnFrame's last word: T         top →
//            ReturnFrame: registers                               S     of this call
//            vector state (sets vector and full)                  …     the design's words
//     rsp →  a word for unwinders: a place in the                 held  what S held at entry
//            trampoline
//
// The hook runs the exit handlers in reverse order. Before the last one it pops the frame, and
// writes what S held at entry back into S. The hook ends in a routine that leaves to there: to the
// caller or, after a tail call or at a later stage of a chain, to the next T.
//
// Newer frames than this call's belong to calls that will never return, since a jump has left them.
// Their tracers are told first (settle_return).
//
// A hook ends in a jump, as enter.h says. The hooks of the `trap` transfer return, since a signal
// handler calls them.
#pragma once

#include <type_traits>

#include "core/hooks/handlers.h"
#include "core/hooks/resume.h"
#include "core/system/raw_syscall.h"

namespace retprobe {

/// Framed shape: the return slot, and the frame area, which lies above the ReturnFrame.
struct FrameArea {
  std::uintptr_t slot;  // first: it stays in the register in which the hook gets it
  std::uint64_t* words;
};

template <class Hook>
void pop_beneath(typename Hook::Call call, ReturnFrame& frame);

/// The return hook of design `D` for one way to leave and one register set.
template <class D, Leave way, RegisterSet set>
class ReturnHook {
  static constexpr bool framed = D::facts.is_framed();

 public:
  /// What the hook knows of the call: the address of its slot, or its frame area.
  using Call = std::conditional_t<framed, FrameArea, std::uintptr_t>;

  /// The call, by the frame that the trampoline has built. Slot shape: `slot` is not given.
  [[gnu::always_inline]] static Call call_of(ReturnFrame& frame, std::uintptr_t slot) {
    if constexpr (framed)
      return {slot, reinterpret_cast<std::uint64_t*>(&frame + 1)};
    else
      return reinterpret_cast<std::uintptr_t>(&frame.slot_word);
  }

  // ---- Fast path: the newest frame of the thread's current stack is this call's.

  [[gnu::always_inline]] static void leave(ReturnFrame& frame, Call call) {
    if constexpr (framed)
      if (call.words[0] == 0) return resume();  // no tracer accepted the call
    Thread& thread = this_thread;
    if (thread.guard.is_set()) [[unlikely]]
      return leave_nested(call, frame);
    // Set before thread.current is read, which a signal handler on an alternate stack changes.
    set_guard(thread, Guard::of_return(frame.registers.set));
    if constexpr (!framed)
      if (!is_newest(*thread.current, call)) [[unlikely]]
        return leave_with_care(call, frame);
    pop(Exits<>{frame}, call);
    clear_guard(this_thread_again);  // not kept across the handler, as in run_entry
    resume();
  }

 private:
  template <class Hook>
  friend void pop_beneath(typename Hook::Call call, ReturnFrame& frame);

  /// Whether the stack is the slot's, and its newest frame is this call's. It is, if the top frame
  /// carries the slot. The exception is a stack of kind single_slot (bytes == 0), which is reused
  /// for other slots: it must be looked up.
  [[gnu::always_inline]] static bool is_newest(const ExecutionStack& stack, std::uintptr_t slot) {
    if constexpr (D::facts.keyed_by_slot)
      return stack.top_slot() == slot && stack.bytes != 0;
    else
      return stack.contains(slot);
  }
  /// Runs the exit handlers of the current stack's newest frame, which is the call's, and pops it.
  template <bool muted>
  [[gnu::always_inline]] static void pop(Exits<muted> exits, Call call) {
    if constexpr (framed) {
      exits.frame.slot_word = *reinterpret_cast<const std::uintptr_t*>(slot_of_call(call));
      D::on_return(call.words, exits);
    } else {
      D::on_return(static_cast<typename D::Stack&>(*this_thread.current), exits);
    }
  }
  [[gnu::always_inline]] static std::uintptr_t slot_of_call(Call call) {
    if constexpr (framed)
      return call.slot;
    else
      return call;
  }
  [[gnu::always_inline]] static void resume() {
    if constexpr (way != Leave::nowhere) resume_return(way, set);
  }

  // ---- Slow path: another stack, or newer frames that are stale. The guard is set.

  [[gnu::noinline]] static void leave_with_care(Call call, ReturnFrame& frame) {
    pop_with_care(Exits<>{frame}, call);
    clear_guard(this_thread);
    resume();
  }
  template <bool muted>
  [[gnu::always_inline]] static void pop_with_care(Exits<muted> exits, Call call) {
    if constexpr (!framed) settle_return(this_thread, call, D::facts.keyed_by_slot);
    pop(exits, call);
  }

  // ---- Nested path: the guard was set. If it is stale (a jump left the hook that set it), this is
  // ---- a return like any other. Otherwise a hook of this thread is still running, and one of its
  // ---- handlers has switched stacks. Then the frame is popped without its handlers, and the guard
  // ---- and `current` are put back for that hook.

  [[gnu::noinline, gnu::cold]] static void leave_nested(Call call, ReturnFrame& frame) {
    Thread& thread = this_thread;
    if (admit_return(thread, slot_of_call(call))) {
      set_guard(thread, Guard::of_return(frame.registers.set));
      pop_with_care(Exits<>{frame}, call);
      clear_guard(thread);
      return resume();
    }
    pop_beneath<ReturnHook>(call, frame);
    resume();
  }
};

/// Pops the frame of a return beneath another hook, whose words it keeps. Apart from the hook,
/// which ends in a jump: no variable of its own may have an address.
template <class Hook>
[[gnu::noinline, gnu::cold]] void pop_beneath(typename Hook::Call call, ReturnFrame& frame) {
  // No jump may leave this return before the other hook's words are back.
  const SignalsBlocked blocked;
  Thread& thread = this_thread;
  ExecutionStack* const current_before = thread.current;
  const Guard guard_before = thread.guard;
  set_guard(thread, Guard::of_return_beneath(frame.registers.set));
  // `current` must not name the other hook's stack meanwhile. That stack may still be empty, and an
  // empty stack of kind single_slot would be freed.
  thread.current = &no_stack;
  Hook::pop_with_care(Exits<true>{frame}, call);
  thread.current = current_before;
  clear_guard(thread, guard_before);
}

}  // namespace retprobe
