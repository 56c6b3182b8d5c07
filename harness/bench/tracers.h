// The tracers of one benchmark case, attached to a workload's functions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/bench/handlers.h"
#include "harness/bench/variants/variant.h"
#include "harness/selection.h"
#include "retprobe/probe.h"

namespace retprobe::harness {

/// Every site that the patterns find and that is not refused. Error where there is none.
Result<std::vector<const Site*>> sites_of(const std::vector<std::string>& patterns);

class CaseTracers {
 public:
  /// Makes `cell.tracers` tracers of the variant's kind, and attaches one after the other to the
  /// sites. With `calls`, each tracer adds its calls to that word. Without, its handlers do what
  /// the variant says; those that record do so in calls of the calling thread.
  static Result<CaseTracers> attach(const Cell& cell, const Variant& variant,
                                    const std::vector<const Site*>& sites, std::uint64_t* calls);
  /// The missed calls of all tracers together.
  std::uint64_t missed() const;
  /// What the handlers of all tracers together have counted or recorded since they were attached;
  /// nothing where they are empty. To be called by the thread that attached them.
  std::optional<Handled> handled() const;
  Error detach();

 private:
  std::string_view handlers_;
  std::vector<std::unique_ptr<Handled>> counts_;  // of each tracer, where they are counting
  std::vector<Tracer> tracers_;
};

}  // namespace retprobe::harness
