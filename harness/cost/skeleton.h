// The skeleton of a hit: the instructions of a warm hit of counted_shadow (paired, scalar, one
// tracer) in assembly, and variants of it: one part taken away, something added, more calls. The
// differences between their times say what bounds a hit on this processor (docs/cost.md).
//
// Cold. Not async-signal-safe, one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cost/tally.h"
#include "harness/results/statistics.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct SkeletonVariant {
  std::string_view change;  // "whole", "guard"
  unsigned without;         // bits: RP_WITHOUT_…, RP_WITH_… (skeleton_parts.h)
  // Calls with their returns in a hit of this shape. Three is the least: entry handler, body, exit
  // handler. RP_WITHOUT_HANDLERS leaves one of them.
  unsigned pairs;
  std::string_view what;  // "without the guard"

  // The same code at another place. Predictors and caches go by addresses.
  static constexpr std::size_t copies_of_each = 3;
  struct Copy {
    std::uint64_t (*calls)(std::uint64_t passes);  // calls the function with passes … 1; the sum
    std::uint64_t (*site)(std::uint64_t x);        // the probed function; returns 3x + 1
    std::uintptr_t body;                           // where the function goes on behind its site
  };
  std::array<Copy, copies_of_each> copies;

  std::string name() const { return std::string(change) + "/" + std::to_string(pairs); }
};

/// All variants. The first one is the whole hit with three pairs.
std::span<const SkeletonVariant> skeleton_variants();

/// Walks a warm call of each copy of each variant, in a process of its own. Returns what the hit of
/// each variant executes: the instructions between the caller and the body, both ways, and the
/// handlers'. The Error names the variant that did not call the entry handler, the body and the
/// exit handler once each, in this order, with the right values; or that returned a wrong value, or
/// left the guard set or a frame behind; or whose copies differ. Needs ptrace: throws NotPermitted
/// (harness/injection/stepper.h).
Result<std::vector<Tally>> walk_skeletons(std::span<const SkeletonVariant> variants);

struct SkeletonTimes {
  double cycle_ns;  // how long a cycle took, in nanoseconds: see prices.h
  // How much longer the median round took than the median of those that count. On an idle machine
  // about 1.
  double slowdown;
  Spread plain;  // a call of the same function without a probe, in cycles
  struct Variant {
    Spread cycles;  // beyond the plain call; of the copy in the middle
    Spread ratio;   // of that to the first variant's, in the same round
    // The median cycles of each copy.
    std::array<double, SkeletonVariant::copies_of_each> copies;
  };
  std::vector<Variant> variants;
};
inline constexpr unsigned skeleton_rounds = 120, skeleton_quiet_rounds = 40;

/// What one round measured, in ticks of the time-stamp counter.
struct SkeletonRound {
  double cycle, plain;
  // Of each variant, beyond the plain call.
  std::vector<std::array<double, SkeletonVariant::copies_of_each>> copies;
};
/// The times of skeleton_rounds rounds. The medians are over the third of the rounds that took the
/// least, all variants together.
SkeletonTimes skeleton_times(std::vector<SkeletonRound> rounds, double tick_ns);

/// Times the variants in turns, which takes some seconds: in each round each of them has a visit,
/// whose fastest run counts. The Error names the variant that returned a wrong value. `variants`
/// must not be empty.
Result<SkeletonTimes> time_skeletons(std::span<const SkeletonVariant> variants);

}  // namespace retprobe::harness
