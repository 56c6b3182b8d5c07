// The core's state of a tracer. Internal; users see Tracer (probe.h).
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
  // Read and changed under the control lock.
  std::uint64_t missed_before = 0;  // missed calls of attachments that were detached
  std::vector<SiteControl*> sites;  // the sites that it is attached to
  // Of detaches that wait for a handler, or have given up waiting.
  std::vector<Handle> leaving;
};

}  // namespace retprobe
