// A probed site's code, and everything that its jump leads to. `retprobe inspect` and the Python
// package show it. Cold.
#pragma once

#include <string>
#include <vector>

#include "core/hooks/design_table.h"
#include "harness/code/disassembly.h"
#include "retprobe/error.h"
#include "retprobe/site.h"

namespace retprobe::harness {

/// One part of an inspection: a heading, an address, and the instructions there.
struct CodeSection {
  std::string title;
  std::uintptr_t address;
  std::vector<DecodedLine> lines;
};

/// The sections of a site: the site as it was built and as it is now, its island, its block, the
/// block's trampolines, and the design's hooks that these call. `what` names the cell in the
/// headings. Functions that a hook calls in turn (handlers, and rare paths) are named in its code,
/// but have no section of their own.
Result<std::vector<CodeSection>> inspect_code(const Site& site, const std::string& what);

/// A design's trampolines. `transfer` is ignored if the design has no return transfer.
Result<std::vector<CodeSection>> inspect_trampolines(const DesignEntry& design, Transfer transfer,
                                                     RegisterSet set);

}  // namespace retprobe::harness
