// The size and kind of the CPU's vector state, for the trampolines. Set before main, read by the
// assembly. The words lie in core/blocks/hot_words_x86_64.S.
#pragma once

#include <cstdint>

extern "C" {
/// 0: 16-byte vectors, 1: 32, 2: 64.
[[gnu::visibility("hidden")]] extern std::uint8_t retprobe_vector_width;
/// The low half of the XSAVE mask for the full register set: x87, SSE, AVX, AVX-512. 0: there is no
/// XSAVE, use FXSAVE. AMX tiles, MPX and PKRU are left out: no handler may use them, and a tile's
/// kilobytes are too much for the probe path.
[[gnu::visibility("hidden")]] extern std::uint32_t retprobe_xsave_mask;
/// The size of the save area in bytes, a multiple of 64.
[[gnu::visibility("hidden")]] extern std::uint64_t retprobe_xsave_bytes;
/// Calls function(argument) with all vector and x87 state saved around the call. Hot code uses this
/// to call code that is not hot.
void retprobe_preserving_vectors(void (*function)(void*), void* argument);
}
