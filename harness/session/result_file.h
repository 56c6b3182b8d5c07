// The result file: Google Benchmark's JSON ("context" and "benchmarks"), with what retprobe adds to
// both. results/schema.json describes it.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "harness/session/session.h"
#include "harness/session/verification.h"

namespace retprobe::harness {

/// Per case one row for each process ("iteration"), and one that stands for them ("aggregate", the
/// median). A case without a number has one row with "void", which says why, and no time.
nlohmann::ordered_json result_file(const SessionResult& session, const SessionOptions& options,
                                   bool quick, const Verification& verification);

}  // namespace retprobe::harness
