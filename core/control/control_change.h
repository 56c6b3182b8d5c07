// What the files of the control of sites share: one site's change, and the freeing of what hooks
// may still read. Internal.
#pragma once

#include <new>
#include <utility>
#include <vector>

#include "core/control/control.h"
#include "core/hooks/grace_period.h"

namespace retprobe {

// One site's way from its tracers before to its tracers after.
struct Control::Change {
  SiteControl* control = nullptr;
  Record* live_before = nullptr;
  std::uint32_t first_before = 0, count_before = 0;  // its members before, in members_before_
  std::uint32_t place = 0;  // of a detach: where the site was in the tracer's list
  SiteBytes bytes_before = {};
  Record* live_after = nullptr;
  Handle single = {};  // what a direct block is to read
  const HandlerList* list =
      nullptr;  // what an iterating block is to read; made before anything is changed
  const HandlerList* replaced = nullptr;  // what it read before
};

// call_after_grace_period for those who cannot fail any more: without memory to remember it by,
// what was to be reclaimed is lost.
template <class Reclaim>
void call_after_grace_period_if_possible(Reclaim reclaim) {
  try {
    call_after_grace_period(std::move(reclaim));
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace retprobe
