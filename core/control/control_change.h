// Shared by the source files of Control: the change of one site, and how data that hooks may still
// read is reclaimed. Internal.
#pragma once

#include <new>
#include <utility>
#include <vector>

#include "core/control/control.h"
#include "core/hooks/grace_period.h"

namespace retprobe {

// The change of one site's tracers in a batch.
struct Control::Change {
  SiteControl* control = nullptr;
  Record* live_before = nullptr;
  std::uint32_t first_before = 0, count_before = 0;  // its members before, in members_before_
  std::uint32_t place = 0;  // of a detach: the site's index in the tracer's list
  SiteBytes bytes_before = {};
  Record* live_after = nullptr;
  Handle single = {};  // the new tracer of a direct block
  // The new list of an iterating block. Made before any hook can see the change.
  const HandlerList* list = nullptr;
  const HandlerList* replaced = nullptr;  // the list that it replaces
};

// call_after_grace_period for callers that must not fail any more. If there is no memory to
// register the callback, the memory that it would reclaim leaks.
template <class Reclaim>
void call_after_grace_period_if_possible(Reclaim reclaim) {
  try {
    call_after_grace_period(std::move(reclaim));
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace retprobe
