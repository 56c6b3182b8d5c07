// The bytes of a site, as a value.
#pragma once

#include <array>
#include <cstdint>

namespace retprobe {

/// The five bytes at a function's entry that are patched.
using SiteBytes = std::array<std::uint8_t, 5>;

}  // namespace retprobe
