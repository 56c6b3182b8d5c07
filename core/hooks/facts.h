// The properties of a design that are known without running it: how its blocks are wired, how a
// return leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "retprobe/registers.h"

namespace retprobe {

/// How the return trampoline is entered and left. The core implements the transfers; every design
/// of the slot shape works with each.
enum class Transfer : std::uint8_t { paired, push_ret, call_ret, jump, trap };
inline constexpr std::size_t transfer_count = 5;
constexpr std::string_view to_string(Transfer transfer) {
  constexpr std::string_view names[] = {"paired", "push_ret", "call_ret", "jump", "trap"};
  return names[static_cast<std::size_t>(transfer)];
}

/// How the body is reached after the entry hook:
///   paired   the slot is freed and the body is *called*, which pushes T into the slot;
///   replace  the hook writes T into the slot, and the trampoline jumps to the body;
///   framed   the body is called from a frame below the slot.
enum class EntryMode : std::uint8_t { paired, replace, framed };

/// How a return hook goes on: by a `ret` (paired and push_ret), by a `call` and a `ret`, by a jump,
/// out of the frame below the slot. `nowhere`: the hook returns, since a signal handler or a
/// personality routine has called it.
enum class Leave : std::uint8_t { push_ret, call_ret, jump, framed, nowhere };

/// Entry code for one tracer on the function, or for any number.
enum class Path : std::uint8_t { direct, iterating };

/// How the sites of a design are wired to blocks. What a design's header says here, in a line of
/// its own (`.wiring = Wiring::NAME,`), decides which hooks and trampolines are made for it
/// (core/blocks/variants.h).
enum class Wiring : std::uint8_t {
  unhooked,  // sites are patched, but have no block and no handler
  framed,    // one framed block per size of the frame area; no shadow stack
  shared,    // one slot block for the direct path, one for the iterating path
  chained,   // one slot block per attachment, each calling the next
};

struct Facts {
  std::string_view idea;         // one line
  std::string_view proposed_by;  // who and where
  Wiring wiring = Wiring::shared;
  bool keyed_by_slot = true;  // frames carry their slot's address, which shows stale frames
  std::size_t most_tracers = SIZE_MAX;  // on one function: as many as a frame can hold

  constexpr bool is_framed() const { return wiring == Wiring::framed; }
  /// Whether returns go through a return slot, so that each transfer works with the design.
  constexpr bool has_transfers() const {
    return wiring == Wiring::shared || wiring == Wiring::chained;
  }
  constexpr EntryMode entry_mode(Transfer transfer) const {
    return is_framed()                    ? EntryMode::framed
           : transfer == Transfer::paired ? EntryMode::paired
                                          : EntryMode::replace;
  }
  /// Whether hooks choose what a block calls: with the full set a handler may redirect the call,
  /// and a chain goes on with its next stage. Elsewhere the block or its record has the address.
  constexpr bool body_in_frame(RegisterSet set) const {
    return set == RegisterSet::full || wiring == Wiring::chained;
  }
  /// The `trap` transfer has no return trampoline, since its T is a breakpoint. Its records hold
  /// the one of push_ret, which is never reached.
  constexpr Leave leave(Transfer transfer) const {
    return is_framed()                      ? Leave::framed
           : transfer == Transfer::call_ret ? Leave::call_ret
           : transfer == Transfer::jump     ? Leave::jump
                                            : Leave::push_ret;
  }
};

}  // namespace retprobe
