// A program of the soak test: tracers, and scripts in the notation of harness/verify/oracle.h, as
// plain data. It is made from a seed, written to a file as text, and reduced by leaving out steps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/oracle.h"
#include "retprobe/error.h"
#include "retprobe/registers.h"

namespace retprobe::harness {

struct SoakTracer {
  std::string functions = "fghk";
  RegisterSet registers = RegisterSet::scalar;
  unsigned declines_every = 0;
  std::size_t data = 0;  // bytes of entry data
  bool redirects = false;
};

/// One step: what oracle.h writes as `f`, `f(`, `)`, `>g(`, `?^`, `+A`, `o1[` …
using Steps = std::vector<std::string>;

/// What a program may do besides calls.
struct Abilities {
  bool throws = true, jumps = true, tail_calls = true, signals = true, threads = true,
       coroutines = true, forks = true, modules = true, users = true, declines = true,
       changes_in_flight = true;
  /// This library's own: redirected calls, and scripts that threads play at the same time.
  bool redirects = true, crowds = true;
  std::string designs = {};  // the digits of the designs that `=` may choose
};
/// From what the design declares that it cannot do.
Abilities abilities_of(std::string_view design);
/// Takes one away: "exceptions", "jumps", "tail_calls", … An Error names all.
Error take_away(Abilities& abilities, std::string_view name);

struct Program {
  std::string design, transfer;  // or a tracer and a variant
  Abilities abilities;
  std::vector<SoakTracer> tracers;
  /// One script is played alone, and its events are known exactly. Several are played by threads at
  /// the same time. Then the first half of the tracers, rounded up, are attached before and stay:
  /// each thread's events of theirs are known exactly.
  std::vector<Steps> scripts;
  /// With several scripts: attaches and detaches (`+C`, `-C`) of the other tracers. One more thread
  /// makes them again and again, until the scripts have ended.
  Steps changes;
  bool signals = false;  // with several scripts: their threads get signals at any time
  char plant = 0;        // for tests: a bug, entry handlers decline this function's calls

  std::size_t residents() const { return scripts.size() < 2 ? 0 : (tracers.size() + 1) / 2; }
  std::size_t size() const;  // steps and tracers
};

Program random_program(std::uint64_t seed, std::string_view design, std::string_view transfer,
                       const Abilities& abilities);

/// Leaves out the steps that make no sense where they are, and closes what is open. Any list of
/// steps becomes a script that can be played.
void repair(Program& program);

std::vector<ModelTracer> model_of(const Program& program);
std::string script_of(const Steps& steps);
std::string to_text(const Program& program);
/// Reads what to_text() wrote. The Error names the line. `abilities`: of a tracer that is not ours.
Result<Program> program_from(std::string_view text, const Abilities* abilities = nullptr);

}  // namespace retprobe::harness
