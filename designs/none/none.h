// The floor of patching: each site is patched with a jump to its own next instruction. No hook and
// no handler runs.
#pragma once

#include "core/design.h"

namespace retprobe::none {

struct Design {
  static constexpr Facts facts{
      .idea = "patched sites, no hook",
      .proposed_by = "a floor for comparison",
      .wiring = Wiring::unhooked,
      .keyed_by_slot = false,
  };
};

}  // namespace retprobe::none
