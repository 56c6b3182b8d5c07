// Whether two threads' hits are in each other's way: a warm hit of each is walked, and what one
// stores is looked for in what the other touches. A cache line that one thread writes and another
// uses goes to and fro between their processors with each hit.
//
// Cold. Needs ptrace. Errors of the machine are thrown as NotPermitted
// (harness/injection/stepper.h).
#pragma once

#include <cstdint>
#include <set>

#include "harness/selection.h"
#include "retprobe/error.h"
#include "retprobe/hit.h"

namespace retprobe::harness {

/// The cache lines (addresses / 64) that a hit in one thread stores to and one in another thread
/// loads or stores, of the same function, with the cell's tracers. `on_entry` is the tracers' entry
/// handler, `context` what they are given.
Result<std::set<std::uintptr_t>> shared_lines(const Cell& cell, EntryHandler on_entry,
                                              void* context);

}  // namespace retprobe::harness
