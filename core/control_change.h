// What the files of the control of sites share: one site's change, and the freeing of what hooks may still read. Internal.
#pragma once

#include <new>
#include <utility>
#include <vector>

#include "core/control.h"
#include "core/thread.h"

namespace retprobe {

// One site's way from its tracers before to its tracers after.
struct Control::Change {
  SiteControl* control;
  std::vector<SiteControl::Member> before;
  Record* live_after = nullptr;
  SiteBytes bytes_after{};
  const HandlerList* list = nullptr;  // what an iterating block is to read; made before anything is changed
  const HandlerList* replaced = nullptr;  // what it read before
};

// after_hooks for those who cannot fail any more: without memory to remember it by, what was to be reclaimed is lost.
template <class Reclaim>
void reclaim_later(Reclaim reclaim) {
  try {
    after_hooks(std::move(reclaim));
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace retprobe
