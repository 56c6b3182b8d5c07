// The call that is walked: cost_call calls wl_leaf. A few calls before it make everything warm.
// Internal to harness/cost.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/injection/stepper.h"

extern "C" {
std::uint64_t wl_leaf(std::uint64_t x);
std::uint64_t cost_call(std::uintptr_t function, std::uint64_t x);
extern const char cost_call_begin[], cost_call_after[];
}

namespace retprobe::harness::walked_call {

inline constexpr unsigned calls = 5;  // the last one is walked
inline constexpr std::size_t most_steps = 1'000'000;
inline constexpr unsigned patience_seconds = 20;

/// The mark right before the call instruction.
inline std::uintptr_t begin() { return reinterpret_cast<std::uintptr_t>(cost_call_begin); }

/// Makes one of the calls, in the walked process.
inline std::uint64_t make(std::uint64_t argument) {
  return cost_call(reinterpret_cast<std::uintptr_t>(wl_leaf), argument);
}

/// Runs a thread that makes `calls` calls up to the last one's call instruction. Returns its stack
/// pointer there.
inline std::uint64_t run_to(TracedThread& thread) {
  for (unsigned call = 0; call < calls; ++call) thread.run();
  return thread.registers().rsp;
}
/// Whether the walked call has returned.
inline bool is_over(const TracedThread& thread, std::uint64_t stack_pointer) {
  return thread.registers().rip == reinterpret_cast<std::uintptr_t>(cost_call_after) &&
         thread.registers().rsp == stack_pointer;
}

}  // namespace retprobe::harness::walked_call
