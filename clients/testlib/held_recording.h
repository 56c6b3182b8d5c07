// For the tests of graph's recordings.
#pragma once

#include <cstddef>
#include <vector>

#include "clients/graph/recorder.h"
#include "clients/graph/trace.h"

namespace retprobe::graph {

/// A recording in memory of its own. There is room behind it, for what goes too far.
class Held {
 public:
  Held(std::size_t threads, std::size_t calls, CodeRange core = {})
      : memory_(*recording_bytes("test", threads, calls) / sizeof(Line) + 16),
        recording_(begin_recording(memory_.data(), threads, calls, core)) {}
  Recording* operator->() { return &recording_; }
  Recording& operator*() { return recording_; }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> memory_;
  Recording& recording_;
};

}  // namespace retprobe::graph
