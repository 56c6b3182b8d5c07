// The parallel shadow: for every return slot that holds a T, the original return address, at a
// place that follows from the slot's address alone:
//
//     delta    = retprobe_shadow_table[slot >> 24]
//     original = *(slot + delta)
//
// No thread pointer, no top of stack, no search: so an unwinder can evaluate it in a DWARF
// expression (pool_x86_64.S), for any thread, from outside, or in a core file; and nothing has to
// be resynchronised after a longjmp, a throw or a switch of stacks. The table is 64 MiB of reserved
// address space; each 16 MiB of stack in use has a shadow of the same size, mapped when the first
// probed call hits it and touched only where slots are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "retprobe/error.h"

extern "C" {
/// The table of deltas; 0 where a granule has no shadow yet. Read by the unwind expression. Null
/// before the library is loaded.
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
/// The slot's mark, a word of the same kind at the same distance from its shadow for all: see
/// unwinding.h. Touched by exceptions only.
inline std::uintptr_t& mark_word(std::uintptr_t slot, std::uint64_t delta) {
  return shadow_word(slot, delta + shadow_granule_bytes);
}
/// The original return address of a slot that holds a T, or 0 where no probed call ever was.
/// Async-signal-safe.
inline std::uintptr_t original_of(std::uintptr_t slot) {
  const std::uint64_t delta = shadow_delta(slot);
  return delta ? shadow_word(slot, delta) : 0;
}

/// Gives the granule of `slot` its shadow. False when there is no memory: the call must run
/// unprobed. Async-signal-safe; any number of threads.
bool map_shadow(std::uintptr_t slot);

/// Why the table could not be reserved when the library was loaded, if so; attach fails with it.
Error shadow_status();

}  // namespace retprobe
