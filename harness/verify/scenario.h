// A scenario: one thing that must hold for every design, transfer and register set. A file in
// harness/scenarios holds one or a few. SCENARIO registers it; there is no other list. What only
// plays a script is no code, but text (played.h).
//
//     SCENARIO(exits_in_reverse, "exit handlers run in the reverse of the attach order",
//              .tracers = {2, 8}) {
//       …                                         // `cell`: what this process is configured for
//       return compare(events.text(), expected);  // or pass(), fail("why")
//     }
//
// Each cell runs in its own child process. So a crash, a hang or a corrupted heap becomes a
// verdict, and the run goes on.
#pragma once

#include <cstdint>
#include <functional>
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
  declared,     // it fails, and the design declares this and says why (declared.h)
  not_asked,    // a tracer that is not ours says that it cannot do what the scenario needs
  unavailable,  // this machine lacks what it needs: Outcome::lack, and `detail` names it
};
std::string_view to_string(Verdict verdict);

/// What is lacking where the verdict is `unavailable`.
enum class Lack : std::uint8_t {
  hardware,    // an instruction of the processor
  toolchain,   // something that a later compiler or C++ library has
  package,     // a program or a library that can be installed, or built
  permission,  // a system call is denied, or a limit is too low
  time,        // the machine was too busy; another run may decide it
};
inline constexpr std::size_t lack_count = 5;
std::string_view to_string(Lack lack);

/// What a software model of return predictors and of a hardware shadow stack counted.
struct ReturnFigures {
  char shape[24];                 // which calls: "leaf", "recursion 80"
  std::uint64_t calls;            // of probed functions
  std::uint64_t returns;          // return instructions, also those of hooks and handlers
  std::uint64_t mispredicted[3];  // one for each size in ReturnModel::predictor_entries
  std::uint64_t violations;       // of CET's shadow stack
};

struct Outcome {
  Verdict verdict = Verdict::pass;
  std::string detail;  // for a failure: expected and seen, in one line
  // For scenarios that interfere at single instructions: the number of such points, and the number
  // of those at which something went wrong.
  std::uint64_t injection_points = 0, injection_failures = 0;
  // For scenarios that model the CPU's view of returns.
  std::vector<ReturnFigures> returns = {};
  bool calls_nothing = false;  // see pass_without_calls
  Lack lack = Lack::time;      // where it is unavailable
};
Outcome pass();
/// A pass of a scenario in which rightly no call reaches a handler. Any other pass without one is
/// made a failure, because the scenario has tested nothing.
Outcome pass_without_calls(std::string why);
Outcome fail(std::string detail);
/// Look first whether anything was wrong: a failure may come with a lack (note_wrong).
Outcome unavailable(Lack lack, std::string why);
/// A scenario throws it, at any depth of calls, when this machine lacks something. The verdict is
/// `unavailable`.
struct Unavailable : std::runtime_error {
  Unavailable(Lack what, const std::string& why) : runtime_error(why), lack(what) {}
  Lack lack;
};
/// pass() when both are equal. Otherwise a failure that shows both and where they begin to differ.
Outcome compare(std::string_view seen, std::string_view expected);

struct ScenarioOptions {
  std::vector<unsigned> tracers = {1};  // the scenario runs once with each number of tracers
  // The limit of processor time. A child that takes more is killed, and fails. A child that gets
  // less than this in twenty times as long is killed, too: it is `unavailable`.
  double seconds = 10;
  bool any_cell = true;  // false: does not depend on registers (run with the scalar set only)
  bool is_ours = true;   // false: it plays with a tracer that is not ours, in a process of its own
  // Globs of return transfers, and register sets. It is run in no other cells. Empty: in all.
  // Designs without transfers run it whatever the globs are.
  std::vector<std::string> transfers = {};
  std::vector<RegisterSet> registers = {};
};

struct Scenario {
  std::string_view name;
  std::string_view what;
  ScenarioOptions options;
  std::function<Outcome(const Cell& cell)> run;
};

/// Some scenarios usually run a sample of their cases. True: they run all cases, however long that
/// takes. Set it before any scenario runs.
bool exhaustive();
void set_exhaustive(bool everything);

/// All scenarios, sorted by name. Throws where those that are text cannot be read.
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
