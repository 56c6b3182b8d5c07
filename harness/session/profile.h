// Records profiles of single cases with `perf record`. Cold.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/plan.h"
#include "harness/session/session.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// Error where perf cannot record here, or where `folder` cannot be written to. Creates the folder
/// where it is missing.
Error can_record_profiles(const std::string& folder);

/// Writes FOLDER/WORKLOAD.DESIGN.TRANSFER.REGISTERS.TRACERS.data for each case that is not refused.
/// A process of its own runs the workload, probed, for a second, as a timing process does. Call
/// chains come from unwind information and end at the first return trampoline (docs/unwinding.md).
/// Samples count processor cycles where there is a PMU, else the kernel's clock, in user space
/// only. All of retprobe's code is in files, so perf knows the name of every stub and trampoline.
/// Throws Failure.
void record_profiles(const std::vector<BenchGroup>& groups, const std::string& folder,
                     const Refusal& refused, const SessionProgress& progress);

}  // namespace retprobe::harness
