// Every scenario that is data (harness/verify/played.h), with tracers that are not ours. Cold.
#pragma once

#include <string>
#include <vector>

#include "harness/tracers/tracer.h"
#include "harness/verify/verify.h"

namespace retprobe::harness {

/// In the results, a tracer is the design "tracer:NAME", and a variant is the transfer. An Error:
/// no scenario that can be played, or no variant, matches one of the globs.
Result<std::vector<CellResult>> verify_tracers(const std::vector<TestedTracer>& tracers,
                                               const std::vector<std::string>& variants,
                                               const std::vector<std::string>& scenarios,
                                               const VerifyRun& run,
                                               const VerifyProgress& progress);

/// Whether the result belongs to a tracer.
bool is_tracers(const CellResult& result);

}  // namespace retprobe::harness
