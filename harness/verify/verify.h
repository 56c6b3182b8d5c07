// Runs each selected scenario in each selected cell and collects the verdicts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/selection.h"
#include "harness/verify/declared.h"
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

/// Error where a glob matches no scenario.
Error check_scenarios(const std::vector<std::string>& globs);

/// The number of processors plus one, because some scenarios wait for a timer or for a debugger.
unsigned usual_jobs();

/// Which of the selected cells are run.
struct CellChoice {
  /// With a seed: those of the covering selection (covering.h).
  std::optional<std::uint64_t> covering_seed = std::nullopt;
  /// One part of them. The names alone decide in which part a cell is.
  std::optional<Shard> shard = std::nullopt;
};

struct PlannedCell {
  const Scenario* scenario;
  Cell cell;
  const std::vector<Inability>* declared = nullptr;  // by a tracer that is not ours
};

struct CellPlan {
  std::vector<PlannedCell> cells;
  /// How many cells are selected, and how many of them the choice has with all its parts.
  std::size_t product = 0, chosen = 0;
  /// A hash of the names that the choice has with all its parts. Parts of different runs differ.
  std::uint64_t digest = 0;
};

/// Every selected scenario in every selected cell, as far as `choice` has them. Returns an Error
/// when there is nothing to run.
Result<CellPlan> plan_cells(const Selection& selection, const CellChoice& choice);

/// How a run goes through its cells.
struct VerifyRun {
  unsigned jobs = usual_jobs();
  /// Runs a cell for which the machine was too busy once more, at the end and alone.
  bool retry_busy = false;
  /// With a seed, the run ends at the first failure. The seed's covering selection then comes
  /// first; in it, and behind it, scenarios with low time limits do. The seed gives their cells a
  /// random order, since neighbours often fail together. What has not been run is not among the
  /// results.
  std::optional<std::uint64_t> fail_fast_seed = std::nullopt;
};

/// Runs all cells of the plan, each in a child process, `jobs` at a time. A failure that the design
/// declares (declared.h) becomes `declared` where it is the one that the declaration says; any
/// other failure of a declared scenario stays one. A declared scenario that passes stays `pass`,
/// with a detail that says so. Returns an Error only when the sites or the declarations cannot
/// be read, or the system cannot fork or poll.
Result<std::vector<CellResult>> verify(const CellPlan& plan, const VerifyRun& run,
                                       const VerifyProgress& progress);
/// The same for every selected scenario in every selected cell.
Result<std::vector<CellResult>> verify(const Selection& selection, const VerifyRun& run,
                                       const VerifyProgress& progress);

}  // namespace retprobe::harness
