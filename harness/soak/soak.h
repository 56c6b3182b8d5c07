// The soak test: random programs, one after another, each in a process of its own. A program that
// fails is reduced to the smallest that fails.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/selection.h"
#include "harness/soak/program.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

using Judge = std::function<Outcome(const Program&)>;

/// Plays the program in a child process. A crash, a hang or a wrong event is a failure.
Outcome judge_in_child(const Program& program);
/// The same for a tracer that is not ours: `play` runs in the child.
Outcome judge_in_child(const Program& program, const Judge& play);

struct Reduced {
  Program program;
  std::string detail;  // what is wrong with it
  unsigned runs = 0;
  /// Of the whole program, at first: ten repeats, or as many as there was time for.
  unsigned repeats = 0, failures = 0;
};
/// Leaves out what can be left out of a program that fails, until nothing can or `seconds` have
/// passed. A program that fails only at times is tried several times before it counts as good.
Reduced reduce(const Program& program, const std::string& detail, const Judge& judge,
               double seconds);

/// A tracer that is not ours.
struct SoakSubject {
  Abilities abilities;
  Judge play;
};

struct SoakPlan {
  std::vector<Cell> cells;  // designs and transfers, or variants of a tracer; they take turns
  std::optional<SoakSubject> subject = std::nullopt;  // null: this library
  std::uint64_t seed = 1;  // of the first program; the next one's is one more
  std::uint64_t programs = ~std::uint64_t{0};
  double seconds = 3600;  // after these, no program begins
  double seconds_to_reduce = 180;
  unsigned jobs = 1;
  char plant = 0;
  /// Called before a program that failed is reduced, which may take long.
  std::function<void(std::uint64_t seed, const std::string& detail)> reducing = nullptr;
};
struct SoakFinding {
  std::uint64_t seed = 0;
  Program program;
  Reduced reduced;
};
struct SoakCounts {
  std::uint64_t programs = 0, steps = 0, failures = 0;  // of those that have a verdict
  std::uint64_t too_busy = 0;  // programs without one, since the machine had other work
  double seconds = 0;
};
/// `progress` is called now and then, `found` for each program that fails. It ends when `found`
/// returns false. An Error: no processes.
Result<SoakCounts> soak(const SoakPlan& plan,
                        const std::function<void(const SoakCounts&, std::uint64_t seed)>& progress,
                        const std::function<bool(const SoakFinding&)>& found);

/// The program that soak() makes from this seed.
Program planned_program(const SoakPlan& plan, std::uint64_t seed);

}  // namespace retprobe::harness
