// Exceptions and probed calls in flight.
//
// The unwinder's search takes each T that it passes out of its slot (personality.cc), and the slot's shadow
// word, which nobody reads while the slot holds an ordinary address, keeps the T, marked: slot and shadow
// have changed places. So
//   - a frame that is found to be stale and whose slot is marked was left by an exception: `unwound`, else it
//   was
//     passed over by a jump: `abandoned`;
//   - a search that finds no handler and returns to its caller is undone: they change places again.
// The tracers are told once the function is left for sure: when a handler begins (`__cxa_begin_catch`, in
// programs that link with this library, interpose_unwind.cc), at the thread's next hit above, or at its end.
#pragma once

#include <cstdint>

#include "core/parallel_shadow.h"
#include "core/thread.h"

namespace retprobe {

/// A marked shadow word: bit 63, the number of the raise in 15 bits, the T.
constexpr std::uintptr_t unwound_mark(std::uintptr_t trampoline, std::uint32_t raise) {
  return std::uintptr_t{1} << 63 | std::uintptr_t{raise & 0x7fff} << 48 | trampoline;
}
constexpr bool is_unwound_mark(std::uintptr_t word) { return word >> 63; }
constexpr std::uintptr_t trampoline_in(std::uintptr_t mark) { return mark & ((std::uintptr_t{1} << 48) - 1); }

/// Phase 1 of an unwind passes the T that `slot` holds. Async-signal-safe; the thread whose stack it is.
void take_trampoline_out(std::uintptr_t slot);

/// Begins a raise of the calling thread: what it takes out bears the returned number.
std::uint32_t begin_raise();
/// The raise came back to its caller, whose stack pointer is `here`: puts the Ts that it took out into their
/// slots again.
void undo_raise(std::uint32_t raise, std::uintptr_t here);

/// The handler of an exception begins, in the frame whose stack pointer is `stack_pointer`: tells the tracers of the calls
/// that it left.
void begin_handler(std::uintptr_t stack_pointer);

}  // namespace retprobe
