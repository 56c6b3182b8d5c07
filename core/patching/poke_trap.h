// The records that the trap handler of text pokes reads. Each address that was ever poked has one
// record, found through a hash table that only grows. Nothing here is ever freed or moved. So a
// handler may read at any time and for any length of time, and no writer has to wait for it. (A
// handler may even be left by a siglongjmp from a signal that interrupts it.)
//
//     state:  63        42 41  40 39                       0
//             [   epoch   ][mode ][ replacement, five bytes ]
//
// The epoch grows with every change of mode.
//
// Internal to text_poke.
#pragma once

#include <ucontext.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "retprobe/site_bytes.h"

namespace retprobe::poking {

inline constexpr std::uint8_t breakpoint = 0xcc;
inline constexpr std::uint8_t jump_opcode = 0xe9;
inline constexpr std::uint8_t call_opcode = 0xe8;

/// The bytes as a number, which is cheaper to compare and copy.
inline std::uint64_t word_of(const std::uint8_t* bytes) {
  std::uint32_t first;
  std::memcpy(&first, bytes, sizeof first);
  return first | std::uint64_t{bytes[4]} << 32;
}
inline std::uint64_t word_of(const SiteBytes& bytes) { return word_of(bytes.data()); }

enum class Mode : std::uint64_t {
  idle,     // there is no breakpoint of this library here
  emulate,  // a poke is under way: do what the replacement does
  retry,    // a failed poke is being undone: return to the breakpoint until it is gone
};

struct PokeRecord {
  explicit PokeRecord(std::uintptr_t where) : address(where) {}

  const std::uintptr_t address;
  std::atomic<std::uint64_t> state{0};
  // The record made after this one, as a rule the next site's.
  PokeRecord* made_next = nullptr;

  /// A thread that sees the breakpoint written next also sees this state, because a system call
  /// lies between the two. The store needs no sequential consistency, which would make each store
  /// of a large batch wait for the cache misses of the one before.
  void set(Mode mode, const SiteBytes& replacement) {
    const std::uint64_t epoch = (state.load(std::memory_order_relaxed) >> 42) + 1;
    state.store(epoch << 42 | static_cast<std::uint64_t>(mode) << 40 | word_of(replacement),
                std::memory_order_release);
  }
};

/// The record of `address`. Makes it if there is none. Cold, under the lock of pokes.
PokeRecord* record_of(std::uintptr_t address);

/// The handler that text pokes pass to claim_sigtrap. Async-signal-safe: no locks, no allocation,
/// no system calls.
bool on_breakpoint(ucontext_t& context);

/// How many instructions on_breakpoint has emulated.
std::uint64_t emulated_count();

}  // namespace retprobe::poking
