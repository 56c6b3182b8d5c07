// What the trap handler of pokes sees, and does. A record per address that was ever poked, found through a hash table that only
// grows. Nothing here is ever freed or moved, so that a handler may look at any time, for any length of time
// (also when it is left by a siglongjmp from a signal on top of it), and no writer ever has to wait for one.
//
//     state:  63        42 41  40 39                       0
//             [   epoch   ][mode ][ replacement, five bytes ]      epoch: grows with every change of mode
//
// Internal to text_poke.
#pragma once

#include <ucontext.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "core/site.h"

namespace retprobe::poking {

inline constexpr std::uint8_t breakpoint = 0xcc;
inline constexpr std::uint8_t jump_opcode = 0xe9;
inline constexpr std::uint8_t call_opcode = 0xe8;

enum class Mode : std::uint64_t {
  idle,     // no breakpoint of ours here
  emulate,  // being poked: act as the replacement does
  retry,    // being restored after a failure: run into it again until the old instruction is back
};

struct PokeRecord {
  explicit PokeRecord(std::uintptr_t where) : address(where) {}

  const std::uintptr_t address;
  std::atomic<std::uint64_t> state{0};

  void set(Mode mode, const SiteBytes& replacement) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, replacement.data(), replacement.size());
    const std::uint64_t epoch = (state.load(std::memory_order_relaxed) >> 42) + 1;
    state.store(epoch << 42 | static_cast<std::uint64_t>(mode) << 40 | bytes);
  }
};

/// The record of `address`, made if need be. Cold, under the lock of pokes.
PokeRecord* record_of(std::uintptr_t address);

/// The handler behind claim_sigtrap. Async-signal-safe: no locks, no allocation, no system calls.
bool on_breakpoint(ucontext_t& context);

/// How many instructions it has emulated.
std::uint64_t emulated_count();

}  // namespace retprobe::poking
