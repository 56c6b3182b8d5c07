// Exceptions and probed calls in flight.
//
// The unwinder's search takes each T that it passes out of its slot (personality.cc), puts the
// original address there, and leaves the T, with the number of the raise, in the slot's mark, a
// word at a fixed distance from its shadow. So
//   - a frame that is found to be stale and whose slot is marked was left by an exception:
//   `unwound`, else it was
//     passed over by a jump: `abandoned`;
//   - a search that finds no handler and returns to its caller is undone: the T goes back.
// (Not in the shadow word itself: where T was reached from a signal's context, the unwinder
// evaluates T's rule, which reads the shadow, once more after the personality has run.) The tracers
// are told once the function is left for sure: when a handler begins (`__cxa_begin_catch`, in
// programs that link with this library, interpose_unwind.cc), at the thread's next hit above, or at
// its end.
#pragma once

#include <cstdint>

#include "core/block.h"
#include "core/parallel_shadow.h"
#include "core/thread.h"

namespace retprobe {

/// A mark, from its upper bits down: the number of the raise (16), the thread that raised (24), and
/// where in the pool the T is (24). Never 0: nobody's thread has the number 0.
inline constexpr unsigned mark_raise_shift = 48, mark_thread_shift = 24;
static_assert(pool_bytes <= std::uintptr_t{1} << mark_thread_shift);
inline std::uintptr_t unwound_mark(std::uintptr_t trampoline, std::uint32_t raise, int thread) {
  return std::uintptr_t{raise} << mark_raise_shift |
         std::uintptr_t(static_cast<unsigned>(thread)) << mark_thread_shift |
         (trampoline - reinterpret_cast<std::uintptr_t>(retprobe_slot_pool));
}
inline std::uintptr_t trampoline_in(std::uintptr_t mark) {
  return reinterpret_cast<std::uintptr_t>(retprobe_slot_pool) +
         (mark & ((std::uintptr_t{1} << mark_thread_shift) - 1));
}
constexpr std::uint32_t raise_in(std::uintptr_t mark) {
  return static_cast<std::uint32_t>(mark >> mark_raise_shift);
}
constexpr int thread_in(std::uintptr_t mark) {
  return static_cast<int>(mark >> mark_thread_shift & 0xff'ffff);
}

/// Phase 1 of an unwind passes the T that `slot` holds. Async-signal-safe; the thread whose stack
/// it is.
void take_trampoline_out(std::uintptr_t slot);

/// Begins a raise of the calling thread: what it takes out bears the returned number.
std::uint32_t begin_raise();
/// The raise came back to its caller, whose stack pointer is `here`: puts the Ts that it took out
/// into their slots again.
void undo_raise(std::uint32_t raise, std::uintptr_t here);

/// Where the bounds of `address`'s stack are not known: the innermost slot below it that a raise of
/// this thread has passed, out of the registry (its frames are to be dropped, see
/// free_single_slot), or nullptr. It is on the stack on which an exception is caught at `address`,
/// or on another one that is being left as well.
ExecutionStack* take_passed_slot(Thread& thread, std::uintptr_t address);

}  // namespace retprobe
