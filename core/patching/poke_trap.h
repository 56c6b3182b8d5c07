// What the trap handler of pokes sees, and does. A record per address that was ever poked, found
// through a hash table that only grows. Nothing here is ever freed or moved, so that a handler may
// look at any time, for any length of time (also when it is left by a siglongjmp from a signal on
// top of it), and no writer ever has to wait for one.
//
//     state:  63        42 41  40 39                       0
//             [   epoch   ][mode ][ replacement, five bytes ]      epoch: grows with every change
//             of mode
//
// Internal to text_poke.
#pragma once

#include <ucontext.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "retprobe/site.h"

namespace retprobe::poking {

inline constexpr std::uint8_t breakpoint = 0xcc;
inline constexpr std::uint8_t jump_opcode = 0xe9;
inline constexpr std::uint8_t call_opcode = 0xe8;

/// The bytes as a number, which compares and copies in an instruction or two.
inline std::uint64_t word_of(const std::uint8_t* bytes) {
  std::uint32_t first;
  std::memcpy(&first, bytes, sizeof first);
  return first | std::uint64_t{bytes[4]} << 32;
}
inline std::uint64_t word_of(const SiteBytes& bytes) { return word_of(bytes.data()); }

enum class Mode : std::uint64_t {
  idle,     // no breakpoint of ours here
  emulate,  // being poked: act as the replacement does
  retry,    // being restored after a failure: run into it again until the old instruction is back
};

struct PokeRecord {
  explicit PokeRecord(std::uintptr_t where) : address(where) {}

  const std::uintptr_t address;
  std::atomic<std::uint64_t> state{0};
  PokeRecord* made_next = nullptr;  // the one made after it: as a rule the next site's

  /// Whoever sees the breakpoint that is written next sees this: a system call lies between.
  /// (Sequentially consistent, the stores of a large batch would wait for each other's cache
  /// misses.)
  void set(Mode mode, const SiteBytes& replacement) {
    const std::uint64_t epoch = (state.load(std::memory_order_relaxed) >> 42) + 1;
    state.store(epoch << 42 | static_cast<std::uint64_t>(mode) << 40 | word_of(replacement),
                std::memory_order_release);
  }
};

/// The record of `address`, made if need be. Cold, under the lock of pokes.
PokeRecord* record_of(std::uintptr_t address);

/// The handler behind claim_sigtrap. Async-signal-safe: no locks, no allocation, no system calls.
bool on_breakpoint(ucontext_t& context);

/// How many instructions it has emulated.
std::uint64_t emulated_count();

}  // namespace retprobe::poking
