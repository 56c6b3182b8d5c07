// Walks over the frames of a shadow stack, for every design that keeps its frames there. The design
// only has to say where a frame begins.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hooks/execution_stack.h"

namespace retprobe {

/// `D` inherits this and defines `static const std::uint64_t* bottom_of(const std::uint64_t*
/// slot)`. `slot` is the frame's top word, which holds the slot's address. The result is its lowest
/// word, which holds the slot's content at entry.
template <class D>
struct FrameWalk {
  /// Visits the frames from the newest down, until `visit(slot, bottom)` returns false.
  /// Async-signal-safe if `visit` is.
  template <class Visit>
  static void for_each_frame(const ExecutionStack& stack, Visit visit) {
    for (const std::uint64_t* top = stack.top; top > stack.base;) {
      const std::uint64_t* const slot = top - 1;
      const std::uint64_t* const bottom = D::bottom_of(slot);
      if (!visit(slot, bottom)) return;
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
