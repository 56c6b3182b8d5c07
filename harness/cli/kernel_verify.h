// `retprobe verify --kernel`: what Linux's own mechanisms tell their users.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/command.h"
#include "harness/kernel/images.h"

namespace retprobe::harness {

struct KernelScenarioOptions {
  std::optional<std::vector<std::string>> kernels;  // globs
  std::string images = default_images_folder();
  std::string save;     // a file for the JSON, or ""
  std::string planted;  // see play_scenarios
  bool reproducers = false;
};

/// Returns the exit status. Linux's failures are not ours: they have no say in it.
int verify_kernels(const CommonOptions& options, const KernelScenarioOptions& guests);
/// The programs and modules of harness/kernel/reproducers instead of the scenarios.
int reproduce_findings(const CommonOptions& options, const KernelScenarioOptions& guests);

}  // namespace retprobe::harness
