// Profiles of single cases by `perf record`, for people to look at. Cold.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/plan.h"
#include "harness/session/session.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// Whether there is a perf that can, and a folder to write to (made where it is missing).
Error can_record_profiles(const std::string& folder);

/// FOLDER/WORKLOAD.DESIGN.TRANSFER.REGISTERS.TRACERS.data of each case that is not refused, from a
/// process of its own that does what a timing process does: a second of the workload, probed. Call
/// chains are by unwind information, and end at the first return trampoline (docs/unwinding.md).
/// Samples are of processor cycles where there is a PMU, else of the kernel's clock, in user space.
/// All of retprobe's code is in files, so that perf names every stub and trampoline.
Error record_profiles(const std::vector<BenchGroup>& groups, const std::string& folder,
                      const Refusal& refused, const SessionProgress& progress);

}  // namespace retprobe::harness
