// Finds this program's own functions by name, and their offsets in its file. Cold.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/peers/program/peer.h"
#include "retprobe/error.h"

namespace retprobe::peers {

/// The functions whose symbol matches the glob, sorted by address.
Result<std::vector<Function>> functions_named(std::string_view glob);

/// This program's file, for interfaces that attach to functions in files.
inline constexpr const char* own_file = "/proc/self/exe";
/// The offset of each function's first byte in that file.
Result<std::vector<std::uint64_t>> offsets_in_file(std::span<const Function> functions);

}  // namespace retprobe::peers
