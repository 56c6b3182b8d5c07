// What the core keeps of a tracer. Internal; users see Tracer (probe.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/blocks/attachment.h"
#include "retprobe/probe.h"

namespace retprobe {

struct SiteControl;

class TracerState {
 public:
  explicit TracerState(TracerOptions given) : options(std::move(given)) {}

  const TracerOptions options;
  // Under the control lock.
  std::uint64_t missed_before = 0;  // on attachments that are gone
  std::vector<SiteControl*> sites;  // where it is attached
};

}  // namespace retprobe
