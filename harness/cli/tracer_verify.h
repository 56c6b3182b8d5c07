// `retprobe verify --tracer`: what tracers that are not ours tell their users.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/command.h"
#include "harness/tracers/tracer.h"

namespace retprobe::harness {

/// Adds --tracer and --variant.
void add_tracer_options(CLI::App& command, std::vector<std::string>& paths,
                        std::vector<std::string>& variants);
/// `paths`: of libraries and of players.
std::vector<TestedTracer> ask_tracers(const std::vector<std::string>& paths);

/// Returns the exit status: exit_failed if a tracer fails.
int run_verify_tracers(const CommonOptions& options, const std::vector<std::string>& paths,
                       const std::vector<std::string>& variants, const VerifyRun& run);

}  // namespace retprobe::harness
