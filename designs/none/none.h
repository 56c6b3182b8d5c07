// The floor of patching: each site is patched with a jump to its own next instruction. No hook and
// no handler runs.
#pragma once

#include "core/design.h"

namespace retprobe::none {

struct Design {
  static constexpr Inability declared[] = {
      {"*", "it has no hook, so no handler ever runs: it is the floor of patching"}};
  static constexpr Facts facts{
      .idea = "patched sites, no hook",
      .proposed_by = "a floor for comparison",
      .wiring = Wiring::unhooked,
      .keyed_by_slot = false,
      .declared = declared,
  };
};

}  // namespace retprobe::none
