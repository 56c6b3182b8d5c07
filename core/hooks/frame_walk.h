// Walks over the frames of a shadow stack, for every design that keeps its frames there. The design
// only has to say where a frame begins.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hooks/execution_stack.h"

namespace retprobe {

/// `D` inherits this and defines `static const std::uint64_t* bottom_of(const std::uint64_t*
/// trailer)`. It returns the frame's lowest word, which holds the slot's content at entry.
template <class D>
struct FrameWalk {
  /// Visits the frames from the newest down, until `visit(trailer, bottom)` returns false.
  /// Async-signal-safe if `visit` is.
  template <class Visit>
  static void for_each_frame(const ExecutionStack& stack, Visit visit) {
    for (const std::uint64_t* top = stack.top; top > stack.base;) {
      const std::uint64_t* const trailer = top - trailer_words;
      const std::uint64_t* const bottom = D::bottom_of(trailer);
      if (!visit(trailer, bottom)) return;
      top = bottom;
    }
  }

  static std::size_t frames(const ExecutionStack& stack) {
    std::size_t count = 0;
    for_each_frame(stack, [&](const std::uint64_t*, const std::uint64_t*) {
      ++count;
      return true;
    });
    return count;
  }
};

}  // namespace retprobe
