// What the CPU's vector state is, for the trampolines. Set before main, read by the assembly.
#pragma once

#include <cstdint>

extern "C" {
/// 0: 16-byte vectors, 1: 32, 2: 64.
[[gnu::visibility("hidden")]] extern std::uint8_t retprobe_vector_width;
/// The low half of the XSAVE mask for the full register set: x87, SSE, AVX, AVX-512. 0: no XSAVE,
/// use FXSAVE. AMX tiles, MPX and PKRU stay out of it: no handler may touch them, and a tile's
/// kilobytes do not belong on the probe path.
[[gnu::visibility("hidden")]] extern std::uint32_t retprobe_xsave_mask;
/// Bytes of the save area, a multiple of 64.
[[gnu::visibility("hidden")]] extern std::uint64_t retprobe_xsave_bytes;
/// Calls function(argument) with all vector and x87 state saved around it. Hot code's way to code
/// that is not.
void retprobe_preserving_vectors(void (*function)(void*), void* argument);
}
