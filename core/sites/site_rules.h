// Decides which functions must not be probed, by name and by the bytes at their entry. Pure
// functions, for any context that may allocate.
#pragma once

#include <string>
#include <string_view>

#include "retprobe/site.h"

namespace retprobe {

/// Whether the bytes are one single five-byte no-operation, in any encoding.
bool is_five_byte_nop(const SiteBytes& bytes);

/// Why the function with this symbol must not be probed; empty when its name is no reason.
std::string refusal_by_name(std::string_view symbol);

/// Why these bytes at a function's entry cannot be a site; empty when they can.
std::string refusal_by_bytes(const SiteBytes& bytes);

}  // namespace retprobe
