// The functions of this very program, by name. Cold.
#pragma once

#include <string_view>
#include <vector>

#include "core/error.h"
#include "harness/peers/program/peer.h"

namespace retprobe::peers {

/// Those whose symbol matches the glob, by address.
Result<std::vector<Function>> functions_named(std::string_view glob);

}  // namespace retprobe::peers
