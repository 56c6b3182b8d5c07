#include "harness/session/verification.h"

#include <algorithm>
#include <set>
#include <thread>

#include "harness/text.h"

namespace retprobe::harness {
namespace {

// A quick run leaves out the scenarios that have a longer limit than this: the real programs, and a
// handler that hangs. They take seconds each.
constexpr double quick_limit_seconds = 30;

}  // namespace

std::string candidate_of(const Cell& cell) {
  return cell.design + "/" + cell.transfer + "/" + to_string(cell.registers);
}

std::string Verification::refusal(const Cell& cell) const {
  if (!ran) return "";
  const auto found = candidates.find(candidate_of(cell));
  if (found == candidates.end()) return "not verified: no scenario ran for it";
  const std::size_t failed = found->second.failures.size();
  if (failed == 0) return "";
  return "failed verification: " + found->second.failures.front() +
         (failed > 1 ? " and " + std::to_string(failed - 1) + " more" : "");
}

std::size_t Verification::failures() const {
  std::size_t sum = 0;
  for (const auto& [name, verdict] : candidates) sum += verdict.failures.size();
  return sum;
}

Verification sum_up(const std::vector<CellResult>& results) {
  Verification verification{.ran = true, .left_out = {}, .candidates = {}};
  for (const CellResult& result : results) {
    CandidateVerdict& verdict = verification.candidates[candidate_of(result.cell)];
    ++verdict.counts[result.verdict];
    if (result.verdict == Verdict::fail)
      verdict.failures.push_back(result.scenario + " with " +
                                 number_of(result.cell.tracers, "tracer") + ": " + result.detail);
    const std::string text = result.scenario + ": " + result.detail;
    if (result.verdict == Verdict::declared &&
        std::ranges::find(verdict.declarations, text) == verdict.declarations.end())
      verdict.declarations.push_back(text);
  }
  return verification;
}

Result<Verification> verify_groups(const std::vector<BenchGroup>& groups, bool quick,
                                   const VerifyProgress& progress) {
  std::set<std::string> designs, transfers, registers;
  for (const BenchGroup& group : groups) {
    designs.insert(group.design);
    transfers.insert(group.transfer);
    for (const BenchCase& bench_case : group.cases)
      registers.insert(to_string(bench_case.cell.registers));
  }
  Selection selection;
  selection.designs.assign(designs.begin(), designs.end());
  selection.transfers.assign(transfers.begin(), transfers.end());
  selection.registers.assign(registers.begin(), registers.end());
  std::vector<std::string> left_out;
  for (const Scenario* scenario : scenarios()) {
    const bool slow = quick && scenario->options.seconds > quick_limit_seconds;
    (slow ? left_out : selection.scenarios).emplace_back(scenario->name);
  }
  // An empty selection would be everything.
  if (groups.empty())
    return Verification{.ran = true, .left_out = std::move(left_out), .candidates = {}};
  auto results =
      verify(selection, {.jobs = std::max(1u, std::thread::hardware_concurrency())}, progress);
  if (!results.ok()) return results.error();
  Verification verification = sum_up(*results);
  verification.left_out = std::move(left_out);
  return verification;
}

}  // namespace retprobe::harness
