// Near islands: an indirect jump within ±2 GiB of a site, for when a block of the library's pool is
// farther away than a five-byte `jmp rel32` reaches.
//
//     site:    jmp  island                 ; five bytes
//     island:  jmp  *pointer(%rip)         ; encoded with Zydis; the pointer lies in a page of its
//     own kind
//
// A module that was built with retprobe::patchable brings room for islands along, as code of its
// own with a symbol and an unwind entry (cmake/patchable_islands.S): only the pointers have to be
// written. For other modules, and where that room is used up, islands are made at run time, where
// unwinders know nothing of them:
//
// They live in memory of a memfd that is mapped twice: read-execute near the site, read-write
// elsewhere. No mapping is ever writable and executable. An island is never changed and never
// freed: a thread may be in it at any time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "retprobe/error.h"

namespace retprobe {

/// A module's own room for islands: `count` jumps of eight bytes from `code` on, each through the
/// word of the same number from `targets` on. A word is zero until its jump is in use.
struct IslandRoom {
  std::uintptr_t code = 0, targets = 0;
  std::size_t count = 0;
};
inline constexpr std::size_t room_island_size = 8;

/// An address that a `jmp rel32` at `site` reaches and that leads to `target`: `target` itself
/// where it is near enough, else an island, the same one for the same target and neighbourhood; in
/// `room`, the loaded module's, while there is some left. Cold, locks. An Error (Code::exhausted)
/// when there is no free address space near the site.
Result<std::uintptr_t> reachable(std::uintptr_t site, std::uintptr_t target,
                                 const IslandRoom& room = {});

/// The target of the island at `address`, or 0 where there is none. Cold.
std::uintptr_t island_target(std::uintptr_t address);

}  // namespace retprobe
