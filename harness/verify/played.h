// Scenarios that are data: each plays a script of the oracle's (oracle.h). They stand in
// harness/scenarios/played/*.txt, one file for a topic, so that other programs can play them, too:
//
//     scenario order_different_functions
//     holds    each function has its own order and its own tracers
//     tracer   fg
//     tracer   k declines 2
//     script   +A +B f(g(k))
//
//     scenario order_brackets
//     holds    tracers bracket each other: entries in attach order, exits in reverse
//     tracers  1 2 4 8
//     script   +* f f f
//
// The words that a line may begin with:
//
//     scenario NAME     begins a scenario
//     holds TEXT        what must hold
//     tracers N…        it is played once with each number of equal tracers. Left out: 1
//     on LETTERS        the functions of each of these
//     tracer LETTERS [times N] [declines N] [redirects]
//                       a tracer, or N equal ones (ModelTracer). The play has the tracers of these
//                       lines, whatever `tracers` says
//     script [N:] TEXT  a part of the script; the lines are joined by blanks. With N: only where
//                       `tracers` is N. A play that has no script for N is left out there
//     next              begins another play of the scenario, with tracers and a script of its own
//     random SEED COUNT STEPS [throws] [declines]
//                       instead of a script: COUNT plays of random_script(), from this seed on.
//                       With `declines`, half of the tracers decline some of their calls
//     seconds S         ScenarioOptions::seconds
//     registers SET…    ScenarioOptions::registers
//     switches          the name has a `*`. Two scenarios, one for each kind of Switch: `context`
//                       in its place, and `switch`, where each `o` of the scripts becomes a `w`
//
// In a script, `*12(f g)` stands for twelve times `f g`. A line that begins with `#` is a comment,
// and so is what stands behind a `#` between blanks.
//
// The files are read at run time, from the folder scenarios/ beside libretprobe_scenarios.so.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/verify/oracle.h"
#include "harness/verify/scenario.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// What is played in one go, with fresh tracers. They are not attached yet.
struct Play {
  std::vector<ModelTracer> model;
  std::string script;
  bool is_random = false;  // one of many
};

struct PlayedScenario : ScenarioOptions {
  std::string name, holds;
  std::string file;
  unsigned line = 0;  // of the word `scenario`

  /// The plays of one of the numbers in `tracers`, in order.
  std::vector<Play> plays(unsigned number) const;

  // What was read, for plays().
  struct Line {
    unsigned only_with = 0;  // so many tracers; 0: with each number
    std::string text;
  };
  struct Random {
    unsigned seed = 0, count = 0, steps = 0;
    bool throws = false, declines = false;
  };
  struct Part {
    unsigned line = 0;               // of its script's beginning
    std::vector<ModelTracer> model;  // empty: equal tracers
    std::vector<Line> script;
    std::optional<Random> random;
  };
  std::vector<Part> parts;
  ModelTracer equal;
};

/// What the oracle has against the play, or "".
std::string wrong_with(const Play& play);

/// Reads every *.txt in the folder. Error: one line that names the file and the line.
Result<std::vector<PlayedScenario>> read_played(const std::filesystem::path& folder);

/// All of them, read at the first call. Throws the Error.
const std::vector<PlayedScenario>& played_scenarios();

}  // namespace retprobe::harness
