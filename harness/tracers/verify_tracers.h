// Every scenario that is data (harness/verify/played.h), with tracers that are not ours. Cold.
#pragma once

#include <string>
#include <vector>

#include "harness/tracers/tracer.h"
#include "harness/verify/verify.h"

namespace retprobe::harness {

/// Those whose names match. An Error: none matches one of the globs.
Result<std::vector<PlayedScenario>> select_played(const std::vector<std::string>& globs);
/// One script of somebody's own. `users`: "fghk,fg:2", two users, of which the second declines each
/// second of its calls. An Error: the script cannot be read.
Result<PlayedScenario> scenario_of(const std::string& script, const std::string& users);

/// In the results, a tracer is the design "tracer:NAME", and a variant is the transfer. An Error:
/// no variant matches one of the globs.
Result<std::vector<CellResult>> verify_tracers(const std::vector<TestedTracer>& tracers,
                                               const std::vector<std::string>& variants,
                                               const std::vector<PlayedScenario>& scenarios,
                                               const VerifyRun& run,
                                               const VerifyProgress& progress);

}  // namespace retprobe::harness
