// Writes the result file: Google Benchmark's JSON ("context" and "benchmarks") with retprobe's
// additions to both. results/schema.json describes it.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "harness/session/session.h"
#include "harness/session/verification.h"

namespace retprobe::harness {

/// For each case, one row for each process ("iteration") and one with their median ("aggregate"). A
/// case without a number has a single row without a time, whose "void" says why.
nlohmann::ordered_json result_file(const SessionResult& session, const SessionOptions& options,
                                   bool quick, const Verification& verification);

}  // namespace retprobe::harness
