// The function's table of handlers, to which the bits of a frame's mask refer.
//
// A place that a tracer leaves is used again, sooner or later while calls are parked whose masks
// have its bit set. So each place says since which attach (of this function, counted) its tracer is
// there, and each frame carries the count at its entry: a place younger than the frame is not the
// frame's. Places in use are in attach order as long as that costs no mask word; when it would, a
// low place is used again and the table is marked as out of order.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "core/blocks/attachment.h"

namespace retprobe::bitmask {

inline constexpr std::uint32_t most_places = 1984;  // 31 mask words

struct Place {
  std::atomic<std::uint64_t> handle;  // 0: free
  std::atomic<std::uint64_t> since;
};

struct Table {
  std::atomic<std::uint64_t> attaches;
  std::atomic<std::uint32_t> used;  // places below this may be taken
  std::atomic<bool> in_order;       // the taken places are in attach order
  std::uint32_t capacity;
  Table* outgrown;  // the one before it, which records led to until after take_place returned;
                    // null: freed
  Place places[];   // [capacity]
};

/// Cold. Takes a place for `handle`, whose attachment's word becomes the place's index. `table`
/// may become another one; the old one is freed when no hook can read it, which begins with a later
/// call of these.
Error take_place(DesignWord& table, Handle handle);
void leave_place(DesignWord& table, Handle handle);

inline std::uint32_t place_of(const Attachment& attachment) {
  return static_cast<std::uint32_t>(attachment.design_word.number());
}

}  // namespace retprobe::bitmask
