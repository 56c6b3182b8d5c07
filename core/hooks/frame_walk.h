// What every design with frames of its own on the shadow stack can be asked, given one answer:
// where a frame begins.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hooks/execution_stack.h"

namespace retprobe {

/// `D` inherits this and defines `static const std::uint64_t* bottom_of(const std::uint64_t*
/// trailer)`: a frame's lowest word, which holds what its slot held at entry.
template <class D>
struct FrameWalk {
  /// From the newest frame down, until `visit(trailer, bottom)` returns false. Async-signal-safe as
  /// far as `visit` is.
  template <class Visit>
  static void for_each_frame(const ExecutionStack& stack, Visit visit) {
    for (const std::uint64_t* top = stack.top; top > stack.base;) {
      const std::uint64_t* const trailer = top - trailer_words;
      const std::uint64_t* const bottom = D::bottom_of(trailer);
      if (!visit(trailer, bottom)) return;
      top = bottom;
    }
  }

  /// Skips return trampolines, as Hiramatsu's mail says the unwinder does: of several frames with
  /// one slot (tail calls, the stages of a chain) the lowest has the original address.
  static std::uintptr_t resolve(const ExecutionStack& stack, std::uintptr_t slot) {
    std::uintptr_t original = 0;
    for_each_frame(stack, [&](const std::uint64_t* trailer, const std::uint64_t* bottom) {
      if (trailer[0] == slot) original = *bottom;
      return trailer[0] <= slot;
    });
    return original;
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
