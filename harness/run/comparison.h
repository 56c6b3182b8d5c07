// Runs a program in turns: unprobed, and with its functions probed by each design. It compares what
// the program does and what it costs.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/results/statistics.h"
#include "harness/run/launch.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::run {

struct ComparisonPlan {
  LaunchPlan program;  // its design and transfer are not used
  std::vector<harness::Cell> cells;
  std::string input = "/dev/null";  // the program's standard input: a file, the same for each run
  unsigned rounds = 0;              // 0: as many as fit into a minute, from 6 to 20
};

/// What one candidate cost.
struct Cost {
  Cost(std::string its_design, std::string its_transfer)
      : design(std::move(its_design)), transfer(std::move(its_transfer)) {}
  std::string design, transfer;
  // Why the program is not as it is unprobed: another output, another status, other calls or other
  // ends of calls. "" where it is.
  std::string difference;
  std::uint64_t calls = 0, missed = 0;  // of the first round
  bool missed_is_known = true;          // else a process was killed, and `missed` may be too small
  std::vector<double> processor, attach;  // seconds for each round; processor is without attach
  std::optional<harness::Spread> slowdown, ns_per_call;  // nothing where they are void
  bool is_void() const { return !slowdown; }
};

struct Comparison {
  ComparisonPlan plan;            // with its number of rounds
  nlohmann::ordered_json moment;  // moment_context() at the beginning
  std::vector<double> processor;  // of the unprobed program, seconds for each round
  int status = 0;                 // of the unprobed program, as waitpid says it
  bool output_is_steady = true;   // else two unprobed runs differ, and no output is compared
  bool calls_are_steady =
      true;  // else a design's runs differ in calls, or there is one; no calls are compared
  std::uint64_t functions = 0;     // that were probed
  std::vector<Cost> costs;         // in the plan's order
  std::vector<std::string> notes;  // what the agent said, each once
  // The cheapest design, and those that are less than 5 % dearer or cannot be told from it. All,
  // where the comparison decides nothing. Empty where no design has a figure.
  std::vector<std::string> take;
  double added_seconds = 0;  // to one run, by the cheapest design
  // To load the library takes a millisecond or two, which is not what the probes cost.
  bool decides_nothing() const { return added_seconds < 0.02; }
};

/// Called before each run, and when all are done.
using OnRun = std::function<void(std::size_t done, std::size_t total, const std::string& what)>;
/// Error: the program cannot be started, or was interrupted.
Result<Comparison> compare(const ComparisonPlan& plan, const OnRun& on_run);

/// A function's calls in all processes of a run, and how they ended.
struct Ends {
  std::uint64_t calls = 0;  // missed ones too
  std::uint64_t returned = 0, unwound = 0, abandoned = 0;
  bool operator==(const Ends&) const = default;
};
using Calls = std::map<std::pair<std::string, std::string>, Ends>;  // by module and name
/// How the first function that differs does, or "". `other`: the design that saw `expected`.
/// Without `have_ends`, the numbers of calls alone are compared.
std::string calls_difference(const Calls& seen, const Calls& expected, const std::string& other,
                             bool have_ends);

/// Fills `take` and `added_seconds` from the rest.
void decide(Comparison& comparison);

std::string comparison_text(const Comparison& comparison);
nlohmann::ordered_json comparison_json(const Comparison& comparison);

}  // namespace retprobe::run
