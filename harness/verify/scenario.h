// A scenario: one thing that must hold for every design, transfer and register set. One file in
// this folder holds one or a few; the file is the registration.
//
//     SCENARIO(exits_in_reverse, "exit handlers run in the reverse of the attach order", .tracers =
//     {2, 8}) {
//       …                                           // `cell` is the cell that this process is
//       configured for return compare(events.text(), expected);     // or pass(), fail("why"),
//       unavailable("why")
//     }
//
// Each cell runs in a child process of its own, so a crash, a hang or a corrupted heap is a verdict
// and not the end.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/selection.h"

namespace retprobe::harness {

enum class Verdict {
  pass,
  fail,
  declared,     // it fails, and the design's Facts say that it does, and why
  unavailable,  // this machine lacks what it needs; `detail` names it
};
std::string_view to_string(Verdict verdict);

/// What a software model of return predictors and of a hardware shadow stack counted in some calls.
struct ReturnFigures {
  char shape[24];                 // which calls: "leaf", "recursion 80"
  std::uint64_t calls;            // of probed functions
  std::uint64_t returns;          // instructions, of hooks and handlers too
  std::uint64_t mispredicted[3];  // by predictors of ReturnModel::predictor_entries entries
  std::uint64_t violations;       // of CET's shadow stack
};

struct Outcome {
  Verdict verdict = Verdict::pass;
  std::string detail;  // for a failure: expected and seen, in one line
  // Of scenarios that interfere at single instructions: how many such points, and at how many of
  // them something went wrong.
  std::uint64_t injection_points = 0, injection_failures = 0;
  std::vector<ReturnFigures> returns = {};  // of those that model the CPU's view of returns
};
Outcome pass();
Outcome fail(std::string detail);
Outcome unavailable(std::string why);
/// Thrown by a scenario, from however deep: this machine lacks something.
struct Unavailable : std::runtime_error {
  using runtime_error::runtime_error;
};
/// pass() when equal, else a failure that shows both and where they begin to differ.
Outcome compare(std::string_view seen, std::string_view expected);

struct ScenarioOptions {
  std::vector<unsigned> tracers = {1};  // the numbers of tracers that it is run with
  double seconds = 10;   // of processor time: a child that takes more is killed, and fails. One
                         // that gets less in twenty times as long is killed, too: `unavailable`
  bool any_cell = true;  // false: does not depend on registers (run with the scalar set only)
};

struct Scenario {
  std::string_view name;
  std::string_view what;
  ScenarioOptions options;
  Outcome (*run)(const Cell& cell);
};

/// Whether everything is to be run, however long it takes, where a scenario otherwise takes a
/// sample. Set before any is run.
bool exhaustive();
void set_exhaustive(bool everything);

/// All scenarios, sorted by name.
std::span<const Scenario* const> scenarios();

struct RegisterScenario {
  explicit RegisterScenario(const Scenario& scenario);
};

#define SCENARIO(NAME, WHAT, ...)                                                             \
  static ::retprobe::harness::Outcome scenario_##NAME(const ::retprobe::harness::Cell& cell); \
  static const ::retprobe::harness::Scenario scenario_entry_##NAME{                           \
      #NAME, WHAT, {__VA_ARGS__}, scenario_##NAME};                                           \
  static const ::retprobe::harness::RegisterScenario scenario_registered_##NAME{              \
      scenario_entry_##NAME};                                                                 \
  static ::retprobe::harness::Outcome scenario_##NAME(                                        \
      [[maybe_unused]] const ::retprobe::harness::Cell& cell)

}  // namespace retprobe::harness
