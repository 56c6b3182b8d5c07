// Runs each selected scenario in each selected cell and collects the verdicts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/selection.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

struct CellResult {
  std::string scenario;
  Cell cell;
  Verdict verdict;
  std::string detail;
  std::uint64_t injection_points = 0, injection_failures = 0;
  std::vector<ReturnFigures> returns = {};
  // How long its process lived, and how much processor time the process and its reaped children
  // used. 0: nothing was run.
  double seconds = 0, processor_seconds = 0;
  Lack lack = Lack::time;  // where the verdict is `unavailable`
};

/// Called in the calling thread after each cell.
using VerifyProgress =
    std::function<void(std::size_t done, std::size_t total, const CellResult& last)>;

/// The number of processors plus one, because some scenarios wait for a timer or for a debugger.
unsigned usual_jobs();

/// How a run goes through its cells.
struct VerifyRun {
  unsigned jobs = usual_jobs();
  /// With a seed, the run ends at the first failure. Scenarios with low time limits then come
  /// first, and the seed gives their cells a random order, since neighbours often fail together.
  /// What has not been run is not among the results.
  std::optional<std::uint64_t> fail_fast_seed = std::nullopt;
};

/// Runs every selected scenario in every selected cell, each in a child process, `jobs` at a time.
/// A failure that the design declares (declared.h) becomes `declared` where it is the one that the
/// declaration says; any other failure of a declared scenario stays one. A declared scenario that
/// passes stays `pass`, with a detail that says so. Returns an Error only when the selection
/// matches nothing, the sites or the declarations cannot be read, or the system cannot fork or
/// poll.
Result<std::vector<CellResult>> verify(const Selection& selection, const VerifyRun& run,
                                       const VerifyProgress& progress);

}  // namespace retprobe::harness
