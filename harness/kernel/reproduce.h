// The programs and modules of harness/kernel/reproducers, tried in a guest. Cold.
#pragma once

#include <string>
#include <vector>

#include "harness/kernel/images.h"

namespace retprobe::harness {

struct Reproduced {
  std::string kernel, release, reproducer;
  std::string state;   // "shown", "not shown", "cannot be tried"
  std::string detail;  // what it saw
};

/// Boots the guest and runs each. An Error where the guest does not boot, or does not answer.
Result<std::vector<Reproduced>> reproduce(const KernelImage& image, double patience_seconds);

}  // namespace retprobe::harness
