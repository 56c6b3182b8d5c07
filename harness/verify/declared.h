// What a design declares that it cannot do. It stands in a file beside the design,
// designs/NAME/declared.json; what no design of the slot shape can do, because of the core, stands
// in core/declared.json:
//
//     [{"why": "a reason",
//       "scenarios": {"a glob over names of scenarios": ["a glob over how they fail", …], …}}, …]
//
// The globs on the right are held against what `retprobe verify` says of a failure ("crashed: SIG…"
// of a crash, "timed out …" of a hang). A design without hooks needs none, since its scenarios are
// not run.
//
// The files are read at run time, from the folder retprobe/ beside libretprobe.so. So a design that
// is added later needs no new harness.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

struct Inability {
  std::string scenario;  // a glob over names
  std::string why;
  std::vector<std::string> fails;  // globs
};

/// Reads one file. Error: it is missing, or not as described above; one line that names it.
Result<std::vector<Inability>> read_declared(const std::filesystem::path& file);

/// Reads all files, at the first call. The functions below throw this Error.
Error load_declared();
const std::vector<Inability>& declared_by(std::string_view design);
const std::vector<Inability>& declared_by_core();
/// Those of them that concern the scenario.
std::vector<const Inability*> inabilities_in(const std::vector<Inability>& declared,
                                             std::string_view scenario);
/// What the design declares of the scenario, then what the core does, if the design has slots.
std::vector<const Inability*> declared_inabilities(std::string_view design,
                                                   std::string_view scenario);

}  // namespace retprobe::harness
