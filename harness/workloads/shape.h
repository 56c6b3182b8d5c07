// How a workload's functions are written so that the compiler leaves their shape alone.
#pragma once

#include <bit>
#include <cstdint>

/// A function that is meant to be probed. It has C linkage so that its symbol is its name, is never
/// inlined, cloned or merged with another, and its callers assume nothing about its body. All such
/// names begin with `wl_`; nothing else does.
#if defined(__clang__)
#define RETPROBE_WORKLOAD_SITE extern "C" __attribute__((noinline))
#else
#define RETPROBE_WORKLOAD_SITE extern "C" __attribute__((noipa))
#endif

namespace retprobe::harness {

/// Makes the compiler forget what it knows of `value`. Behind a call it also keeps that call from
/// becoming a tail call or a turn of a loop, and in a function it keeps clang, which has no
/// `noipa`, from calling the function pure.
[[gnu::always_inline]] inline void keep(std::uint64_t& value) { asm volatile("" : "+r"(value)); }

/// The same for memory that `pointer` leads to.
[[gnu::always_inline]] inline void keep_memory(void* pointer) {
  asm volatile("" : : "r"(pointer) : "memory");
}

/// One step of the checksums: depends on every value and on their order. The values are often made
/// from the checksum itself, hence the rotation and the last constant: without them equal bits
/// cancel, and zero stays zero.
[[gnu::always_inline]] inline std::uint64_t mix(std::uint64_t checksum, std::uint64_t value) {
  return (std::rotl(checksum, 25) + value) * 0x9e3779b97f4a7c15U + 0x7f4a7c15U;
}

}  // namespace retprobe::harness
