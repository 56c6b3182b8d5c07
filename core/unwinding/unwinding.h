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

#include "core/blocks/unwind_mark.h"
#include "core/hooks/thread.h"

namespace retprobe {

/// Phase 1 of an unwind passes the T that `slot` holds. Async-signal-safe; the thread whose stack
/// it is.
void take_trampoline_out(std::uintptr_t slot);

/// Begins a raise of the calling thread: what it takes out bears the returned number.
std::uint32_t begin_raise();
/// The raise came back to its caller, whose stack pointer is `here`: puts the Ts that it took out
/// into their slots again.
void undo_raise(std::uint32_t raise, std::uintptr_t here);

}  // namespace retprobe
