// Near islands: an indirect jump within ±2 GiB of a site, for when a block of the library's pool is farther
// away than a five-byte `jmp rel32` reaches.
//
//     site:    jmp  island                 ; five bytes
//     island:  jmp  *pointer(%rip)         ; encoded with Zydis; the pointer lies in a page of its own kind
//
// Islands live in memory of a memfd that is mapped twice: read-execute near the site, read-write elsewhere.
// No mapping is ever writable and executable. An island is never changed and never freed: a thread may be in
// it at any time.
#pragma once

#include <cstdint>

#include "core/error.h"

namespace retprobe {

/// An address that a `jmp rel32` at `site` reaches and that leads to `target`: `target` itself where it is
/// near enough, else an island, the same one for the same target and neighbourhood. Cold, locks. An Error
/// (Code::exhausted) when there is no free address space near the site.
Result<std::uintptr_t> reachable(std::uintptr_t site, std::uintptr_t target);

/// The target of the island at `address`, or 0 where there is none. Cold.
std::uintptr_t island_target(std::uintptr_t address);

}  // namespace retprobe
