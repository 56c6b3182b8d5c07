// A module that was built with retprobe::patchable has room for islands in its own code, with a
// symbol and an unwind entry (cmake/patchable_islands.S). There, only the pointers have to be
// written. For other modules, and when that room is used up, islands are made at run time.
// Unwinders do not know these islands.
//
// They live in a memfd that is mapped twice: read-execute near the site, read-write elsewhere. No
// mapping is ever both writable and executable. An island is never changed and never freed, because
// a thread may be in it at any time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/system/module_list.h"
#include "retprobe/error.h"

namespace retprobe {

/// A module's own room for islands. `count` jumps of eight bytes start at `code`. Jump number i
/// goes through word number i of the array at `targets`. A word is zero until its jump is in use.
/// `stays`: the module is never unloaded. Otherwise `module` tells whether it is still loaded.
struct IslandRoom {
  std::uintptr_t code = 0, targets = 0;
  std::size_t count = 0;
  bool stays = false;
  LoadedModule module = {};
};
inline constexpr std::size_t room_island_size = 8;

/// Returns an address that a `jmp rel32` at `site` reaches and that leads to `target`. It is
/// `target` itself when that is near enough, else an island. The same target and neighbourhood give
/// the same island. New islands go into `room`, which belongs to the loaded module, as long as it
/// has space. Cold, locks. An Error (Code::exhausted) when there is no free address space near the
/// site.
Result<std::uintptr_t> reachable(std::uintptr_t site, std::uintptr_t target,
                                 const IslandRoom& room = {});

/// The address of the word through which the island at `address` jumps; 0 if it is none of `room`.
inline std::uintptr_t word_in(const IslandRoom& room, std::uintptr_t address) {
  static_assert(room_island_size == sizeof(std::uintptr_t));
  const std::uintptr_t offset = address - room.code;
  return offset < room.count * room_island_size ? room.targets + offset : 0;
}

/// The target of the island at `address`, or 0 if there is no island. Cold.
std::uintptr_t island_target(std::uintptr_t address);

}  // namespace retprobe
