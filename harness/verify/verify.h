// Runs each selected scenario in each selected cell and collects the verdicts.
#pragma once

#include <functional>
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
};

/// Called in the calling thread after each cell.
using VerifyProgress =
    std::function<void(std::size_t done, std::size_t total, const CellResult& last)>;

/// The number of processors plus one, because some scenarios wait for a timer or for a debugger.
unsigned usual_jobs();

/// Runs every selected scenario in every selected cell, each in a child process, `jobs` at a time.
/// A failure that the design declares (Facts::declared) becomes `declared`. A declared scenario
/// that passes stays `pass`, with a detail that says so. Returns an Error only when the selection
/// matches nothing, the sites cannot be read, or the system cannot fork or poll.
Result<std::vector<CellResult>> verify(const Selection& selection, unsigned jobs,
                                       const VerifyProgress& progress);

}  // namespace retprobe::harness
