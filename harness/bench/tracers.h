// The tracers of one benchmark case, attached to a workload's functions.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/bench/variants/variant.h"
#include "harness/selection.h"
#include "retprobe/probe.h"

namespace retprobe::harness {

/// Every site that the patterns find.
Result<std::vector<const Site*>> sites_of(const std::vector<std::string>& patterns);

class CaseTracers {
 public:
  /// `cell.tracers` of them, as the variant wants them, attached to the sites one after the other.
  /// With `calls`, each counts the calls that it hears of there; without, they do nothing at all.
  static Result<CaseTracers> attach(const Cell& cell, const Variant& variant,
                                    const std::vector<const Site*>& sites, std::uint64_t* calls);
  /// All of them together.
  std::uint64_t missed() const;
  Error detach();

 private:
  std::vector<Tracer> tracers_;
};

}  // namespace retprobe::harness
