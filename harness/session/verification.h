// The gate before timing: a candidate that fails a scenario gets no number.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/bench/plan.h"
#include "harness/verify/verify.h"

namespace retprobe::harness {

/// What is timed together and verified together: design, transfer, register set.
struct CandidateVerdict {
  std::size_t pass = 0, fail = 0, declared = 0, unavailable = 0;
  std::vector<std::string> failures,
      declarations;  // "scenario (tracers): detail"; declarations without repetition
};

struct Verification {
  bool ran = false;
  std::vector<std::string> left_out;                   // scenarios that a quick run has no time for
  std::map<std::string, CandidateVerdict> candidates;  // by "design/transfer/registers"

  /// Why this cell gets no number, or "".
  std::string refusal(const Cell& cell) const;
  std::size_t failures() const;
};
std::string candidate_of(const Cell& cell);

/// Sums up verdicts.
Verification sum_up(const std::vector<CellResult>& results);
/// Runs every scenario for what the groups are about to time; `quick`: but for those that may take
/// longest.
Result<Verification> verify_groups(const std::vector<BenchGroup>& groups, bool quick,
                                   const VerifyProgress& progress);

}  // namespace retprobe::harness
