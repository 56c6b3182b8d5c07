// An execution stack: a machine stack (of a thread, of a coroutine, or an alternate signal stack)
// and the shadow stack of the calls in flight on it.
//
// The core finds the execution stack of a hit by the address of its return slot. It finds stale
// frames, of calls that can never return, by comparing slot addresses. That is valid only within
// one execution stack. The stack of a coroutine that was not registered (add_stack) has unknown
// bounds. There each *slot* is an execution stack of its own, so that the core never compares
// addresses of different stacks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace retprobe {

struct ThreadRecord;

/// The top word of every frame on the shadow stack is the address of its call's return slot. The
/// design defines the words below it.
///
///          base                              top
///     | ~0 | … frame … | slot | … frame … | slot |
///
/// So top[-1] is the newest frame's return slot. An empty stack needs no test of its own: the slot
/// at its bottom is higher than any frame's.
inline constexpr std::uint64_t bottom_slot = ~std::uint64_t{0};

struct ExecutionStack {
  enum class Kind : std::uint8_t { none, native, alternate, region, single_slot };

  // Hot: read at each entry and return.
  // The near part: the part of the machine stack that lies in one granule of the parallel shadow,
  // in which the last hits were, and the granule's delta. Empty (near_bytes == 0) when the next hit
  // has to take the slow path.
  std::uintptr_t near_low = 0, near_bytes = 0;
  std::uint64_t near_delta = 0;
  // Size of the machine stack. 0 in a stack of kind single_slot: it is reused for other slots, and
  // its slot is known only under the registry's lock. So each hit there has to look it up.
  std::uintptr_t bytes = 0;
  std::uint64_t* top = nullptr;  // of the shadow stack, which grows upwards
  std::uint64_t* limit = nullptr;
  // While entry handlers run: above the words written so far. Otherwise nullptr.
  std::uint64_t* pending = nullptr;

  // The newest of the frames that the design keeps in other memory than the shadow stack, or null.
  // It is the head of the design's list: a signal finds the stack with a frame or without it.
  void* elsewhere = nullptr;

  // Cold.
  std::uintptr_t low = 0;         // where the machine stack begins
  std::uint64_t* base = nullptr;  // the bottom's word lies below it
  std::size_t reserved_bytes = 0;
  Kind kind = Kind::none;
  // native, alternate: the thread; single_slot: the thread that looked it up last; else nullptr.
  ThreadRecord* owner = nullptr;
  ExecutionStack* next = nullptr;  // in the list or hash chain that holds it

  bool contains(std::uintptr_t slot) const { return slot - low < bytes; }
  bool contains_near(std::uintptr_t slot) const { return slot - near_low < near_bytes; }
  void set_bounds(std::uintptr_t new_low, std::uintptr_t new_bytes) {
    near_bytes = 0;
    low = new_low;
    bytes = new_bytes;
  }
  /// The newest frame's return slot; ~0 if there is no frame. Hot.
  std::uintptr_t top_slot() const { return top[-1]; }
  bool empty() const { return top == base && elsewhere == nullptr; }
};

/// The current stack of a thread that has none yet. It contains no address.
extern ExecutionStack no_stack;

}  // namespace retprobe
