// The call that is walked: of wl_leaf by cost_call, after a few others that made everything warm.
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

/// The mark behind which a call begins.
inline std::uintptr_t begin() { return reinterpret_cast<std::uintptr_t>(cost_call_begin); }

/// In the walked process: one of the calls.
inline std::uint64_t make(std::uint64_t argument) {
  return cost_call(reinterpret_cast<std::uintptr_t>(wl_leaf), argument);
}

/// Lets a thread that makes `calls` of them run to the last one's call instruction. Returns its
/// stack pointer there.
inline std::uint64_t run_to(TracedThread& thread) {
  for (unsigned call = 0; call < calls; ++call) thread.run();
  return thread.registers().rsp;
}
/// It has come back.
inline bool is_over(const TracedThread& thread, std::uint64_t stack_pointer) {
  return thread.registers().rip == reinterpret_cast<std::uintptr_t>(cost_call_after) &&
         thread.registers().rsp == stack_pointer;
}

}  // namespace retprobe::harness::walked_call
