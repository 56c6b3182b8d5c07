// The shared library of 10,000 functions (plugin/ten_thousand.S), for batches. They are the sites
// thousands_*.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace retprobe::harness {

inline constexpr std::size_t thousands_count = 10'000;

/// Loads it. Returns the addresses of its functions. Function n is x -> 3x + n + 1.
std::span<const std::uintptr_t> load_thousands();

}  // namespace retprobe::harness
