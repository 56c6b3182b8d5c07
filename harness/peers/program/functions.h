// The functions of this very program, by name, and where its file has them. Cold.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/peers/program/peer.h"
#include "retprobe/error.h"

namespace retprobe::peers {

/// Those whose symbol matches the glob, by address.
Result<std::vector<Function>> functions_named(std::string_view glob);

/// This program's file, as whoever attaches to functions in files names it.
inline constexpr const char* own_file = "/proc/self/exe";
/// How far into that file each of them begins.
Result<std::vector<std::uint64_t>> offsets_in_file(std::span<const Function> functions);

}  // namespace retprobe::peers
