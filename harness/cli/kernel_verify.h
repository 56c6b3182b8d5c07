// `retprobe verify --kernel`: what Linux's own mechanisms tell their users.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/command.h"

namespace retprobe::harness {

/// `kernels`: globs. `planted`: see play_scenarios. Returns the exit status. Linux's failures are
/// not ours: they have no say in it.
int verify_kernels(const CommonOptions& options, const std::vector<std::string>& kernels,
                   const std::string& planted);

}  // namespace retprobe::harness
