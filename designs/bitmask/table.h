// A function's table of handlers. Bit i of a frame's mask refers to place i of this table.
//
// When a tracer detaches, its place is used again, possibly while calls in flight have its bit set.
// So the table counts the function's attaches. Each place stores the count at its tracer's attach
// (`since`), and each frame stores the count at its entry (its age). A place that is younger than
// the frame belongs to a tracer that the frame does not know.
//
// The places in use are in attach order as long as this needs no additional mask word. Otherwise a
// low place is used again, and the table is marked as out of order.
//
// A frame has few bits for its age. So a place that is kept for long gets a later age from time to
// time, which is still before that of every frame that needs it.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "core/blocks/attachment.h"

namespace retprobe::bitmask {

inline constexpr std::uint32_t most_places = 1984;  // 31 mask words

/// No taken place's age is further behind `attaches` than this.
inline constexpr std::uint64_t most_age_difference = 1 << 20;

struct Place {
  std::atomic<std::uint64_t> handle;  // 0: free
  std::atomic<std::uint64_t> since;
};

struct Table {
  std::atomic<std::uint64_t> attaches;
  std::atomic<std::uint32_t> used;  // places below this may be taken
  std::atomic<bool> in_order;       // the taken places are in attach order
  std::uint32_t capacity;
  // The smaller table that this one replaced. Records point to it until take_place has returned.
  // Null: it has been freed.
  Table* outgrown;
  Place places[];  // [capacity]
};

/// Cold. Takes a place for `handle` and stores the place's index in its attachment's design word.
/// May replace `table` by a larger one. A later call of take_place or leave_place frees the old
/// table, after a grace period.
Error take_place(DesignWord& table, Handle handle);
void leave_place(DesignWord& table, Handle handle);

inline std::uint32_t place_of(const Attachment& attachment) {
  return static_cast<std::uint32_t>(attachment.design_word.number());
}

}  // namespace retprobe::bitmask
