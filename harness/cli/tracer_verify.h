// `retprobe verify --tracer`: what tracers that are not ours tell their users.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/command.h"
#include "harness/tracers/tracer.h"

namespace retprobe::harness {

struct TracerOptions {
  std::vector<std::string> paths;  // of libraries and of players
  std::vector<std::string> variants;
  std::string script, users = "fghk";
};
/// Adds --tracer, --variant, --script and --users.
void add_tracer_options(CLI::App& command, TracerOptions& options);
/// Returns the exit status: exit_failed if a tracer fails.
int run_verify_tracers(const CommonOptions& common, const TracerOptions& options,
                       const VerifyRun& run);

}  // namespace retprobe::harness
