// A probed site's code, and all that its jump leads to: what `retprobe inspect` and the Python
// package show. Cold.
#pragma once

#include <string>
#include <vector>

#include "core/hooks/design_table.h"
#include "harness/code/disassembly.h"
#include "retprobe/error.h"
#include "retprobe/site.h"

namespace retprobe::harness {

/// A part of what is inspected: a heading, its address, its instructions.
struct CodeSection {
  std::string title;
  std::uintptr_t address;
  std::vector<DecodedLine> lines;
};

/// A site as it was built and as it is now, its island, its block, the block's trampolines, the
/// design's hooks that these call. `what` says which cell it is in. What a hook calls in turn
/// (handlers, and what is rare) is named in its code and no section of its own.
Result<std::vector<CodeSection>> inspect_code(const Site& site, const std::string& what);

/// A design's trampolines; `transfer` is not looked at where the design has none.
Result<std::vector<CodeSection>> inspect_trampolines(const DesignEntry& design, Transfer transfer,
                                                     RegisterSet set);

}  // namespace retprobe::harness
