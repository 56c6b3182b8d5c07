// Verifies candidates before they are timed. A candidate that fails a scenario gets no number.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/bench/plan.h"
#include "harness/verify/verify.h"

namespace retprobe::harness {

/// The verdict on what is timed and verified together: a design, a transfer and a register set.
struct CandidateVerdict {
  std::map<Verdict, std::size_t> counts = {};
  /// "scenario (tracers): detail"; declarations without repetition.
  std::vector<std::string> failures, declarations;
};

struct Verification {
  bool ran = false;
  std::vector<std::string> left_out;                   // scenarios that a quick run leaves out
  std::map<std::string, CandidateVerdict> candidates;  // by "design/transfer/registers"

  /// Why this cell gets no number, or "".
  std::string refusal(const Cell& cell) const;
  std::size_t failures() const;
};
std::string candidate_of(const Cell& cell);

/// Sums up the verdicts for each candidate.
Verification sum_up(const std::vector<CellResult>& results);
/// Runs every scenario for the candidates that the groups are about to time. `quick` leaves out the
/// scenarios that may take longest.
Result<Verification> verify_groups(const std::vector<BenchGroup>& groups, bool quick,
                                   const VerifyProgress& progress);

}  // namespace retprobe::harness
