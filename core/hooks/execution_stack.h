// An execution stack: a region of memory that some code runs on (a thread's stack, an alternate
// signal stack, a coroutine's), and the shadow stack of the calls in flight on it.
//
// The core finds the execution stack of a hit by the address of its return slot, and drops the
// frames of calls that can never return by comparing slot addresses, which is valid within one
// execution stack only. A coroutine's stack that nobody told us of has unknown bounds: there each
// *slot* is an execution stack of its own, so that nothing is ever concluded from the order of
// addresses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace retprobe {

struct ThreadRecord;

/// The trailer on top of every shadow-stack frame; what lies below it is the design's.
///
///     base                                                     top
///     | ~0 | 0 | … frame … | slot | control | … frame … | slot | control |
///
/// So top[-2] is the newest frame's return slot, and "no frame" needs no test: the bottom's slot is
/// ~0.
inline constexpr std::size_t trailer_words = 2;

struct ExecutionStack {
  enum class Kind : std::uint8_t { none, native, alternate, region, single_slot };

  // Hot: read at each entry and return.
  // The part of the machine stack that the last hits were in: what of it lies in one granule of the
  // parallel shadow, and how far away that is. Empty where a hit has to look around first.
  std::uintptr_t near_low = 0, near_bytes = 0;
  std::uint64_t near_delta = 0;
  // 0 of a single slot: it serves one slot after another, and only who holds the registry's lock
  // knows which. So each hit there looks for it.
  std::uintptr_t bytes = 0;      // size of the machine stack
  std::uint64_t* top = nullptr;  // of the shadow stack, which grows up
  std::uint64_t* limit = nullptr;
  std::uint64_t* pending =
      nullptr;  // above the words of an entry whose handlers are still running, or nullptr

  std::uint64_t elsewhere =
      0;  // frames that the design keeps in other memory than the shadow stack

  // Cold.
  std::uintptr_t low = 0;         // where the machine stack begins
  std::uint64_t* base = nullptr;  // the two words of the bottom lie before it
  std::size_t reserved_bytes = 0;
  Kind kind = Kind::none;
  // native, alternate: the thread; single slot: the one that looked for it last; else nullptr
  ThreadRecord* owner = nullptr;
  ExecutionStack* next = nullptr;  // in the list or hash chain that holds it

  bool contains(std::uintptr_t slot) const { return slot - low < bytes; }
  bool contains_near(std::uintptr_t slot) const { return slot - near_low < near_bytes; }
  void set_bounds(std::uintptr_t new_low, std::uintptr_t new_bytes) {
    near_bytes = 0;
    low = new_low;
    bytes = new_bytes;
  }
  /// The newest frame's return slot; ~0 when there is none. Hot.
  std::uintptr_t top_slot() const { return top[-2]; }
  bool empty() const { return top == base && elsewhere == 0; }
};

}  // namespace retprobe
