// The parallel shadow. For every return slot that holds a T, it keeps the original return address,
// at a place that follows from the slot's address alone:
//
//     delta    = retprobe_shadow_table[slot >> 24]
//     original = *(slot + delta)
//
// This lookup needs no thread pointer, no top of stack and no search. So an unwinder can evaluate
// it in a DWARF expression (pool_x86_64.S), for any thread, from another process, or in a core
// file. After a longjmp, a throw or a switch of stacks there is nothing to repair.
//
// The table is 64 MiB of reserved address space. A *granule* is 16 MiB of address space. A granule
// with probed calls has a shadow of the same size, mapped at the first probed call. Its memory is
// used only where slots are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "retprobe/error.h"

extern "C" {
/// The table of deltas, one per granule; 0 where a granule has no shadow yet. The unwind expression
/// reads it. Null until the library's first constructor has run, or if it could not be reserved.
[[gnu::visibility("hidden")]] extern std::uint64_t* retprobe_shadow_table;
}

namespace retprobe {

inline constexpr unsigned shadow_granule_bits = 24;
inline constexpr std::size_t shadow_granule_bytes = std::size_t{1} << shadow_granule_bits;

inline std::uint64_t shadow_delta(std::uintptr_t slot) {
  return retprobe_shadow_table[slot >> shadow_granule_bits];
}
inline std::uintptr_t& shadow_word(std::uintptr_t slot, std::uint64_t delta) {
  return *reinterpret_cast<std::uintptr_t*>(slot + delta);
}
/// The slot's mark (see unwinding.h). It lies one granule above the slot's shadow word. Only
/// exceptions use it.
inline std::uintptr_t& mark_word(std::uintptr_t slot, std::uint64_t delta) {
  return shadow_word(slot, delta + shadow_granule_bytes);
}
/// The original return address of a slot that holds a T; 0 where there never was a probed call.
/// Async-signal-safe.
inline std::uintptr_t original_of(std::uintptr_t slot) {
  const std::uint64_t delta = shadow_delta(slot);
  return delta ? shadow_word(slot, delta) : 0;
}

/// Maps the shadow of the granule of `slot`, unless it is mapped. False when there is no memory:
/// the call must then run unprobed. Async-signal-safe; several threads may call it at once.
bool map_shadow(std::uintptr_t slot);

/// An Error if the table could not be reserved when the library was loaded. Attach fails with it.
Error shadow_status();

}  // namespace retprobe
