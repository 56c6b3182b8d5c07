// How an exception passes probed calls in flight.
//
// When the unwinder's search passes a T, the personality routine (personality.cc) takes it out of
// its slot and puts the original address there. It stores the T and which exception it was in the
// slot's mark, a word at a fixed distance from the slot's shadow word. The mark has two uses:
//   - A stale frame whose slot is marked was left by an exception (`unwound`). A stale frame
//     without a mark was passed over by a jump (`abandoned`).
//   - If a search finds no handler and returns to its caller, the Ts are put back from the marks.
// The shadow word itself cannot hold the mark. If T was reached from a signal's context, the
// unwinder evaluates T's rule, which reads the shadow word, again after the personality routine.
//
// The tracers are notified when the function has certainly been left. That is when a catch begins
// (`__cxa_begin_catch`, in programs that link with this library, see interpose_unwind.cc), at the
// thread's next hit further out, or at the thread's end.
#pragma once

#include <cstdint>

#include "core/blocks/unwind_mark.h"
#include "core/hooks/thread.h"

namespace retprobe {

/// Takes the T out of `slot` when the unwind of `exception` passes it. Called by the thread that
/// unwinds. Async-signal-safe.
void take_trampoline_out(std::uintptr_t slot, const void* exception);

/// Called when the raise of `exception` returns to its caller, whose stack pointer is `here`. Puts
/// the Ts that the raise took out back into their slots.
void undo_raise(const void* exception, std::uintptr_t here);

}  // namespace retprobe
