// Helpers that keep the compiler from changing the shape of a workload's functions.
#pragma once

#include <bit>
#include <cstdint>

/// A function to be probed. It has C linkage, so its symbol is its name. It is never inlined,
/// cloned or merged with another. Its callers assume nothing about its body. The names of these
/// functions, and only these, begin with `wl_`.
#if defined(__clang__)
#define RETPROBE_WORKLOAD_SITE extern "C" __attribute__((noinline))
#else
#define RETPROBE_WORKLOAD_SITE extern "C" __attribute__((noipa))
#endif

namespace retprobe::harness {

/// Makes the compiler forget what it knows about `value`. After a call it also keeps that call from
/// becoming a tail call or a loop. In a function it keeps clang, which has no `noipa`, from
/// treating the function as pure.
[[gnu::always_inline]] inline void keep(std::uint64_t& value) { asm volatile("" : "+r"(value)); }

/// The same for the memory at `pointer`.
[[gnu::always_inline]] inline void keep_memory(void* pointer) {
  asm volatile("" : : "r"(pointer) : "memory");
}

/// One step of a checksum, which depends on every value and on their order. The values are often
/// computed from the checksum itself. Without the rotation, equal bits would cancel. Without the
/// last constant, zero would stay zero.
[[gnu::always_inline]] inline std::uint64_t mix(std::uint64_t checksum, std::uint64_t value) {
  return (std::rotl(checksum, 25) + value) * 0x9e3779b97f4a7c15U + 0x7f4a7c15U;
}

}  // namespace retprobe::harness
