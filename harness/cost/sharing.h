// Finds out whether two threads' hits disturb each other. It walks a warm hit of each thread and
// looks for cache lines that one hit writes and the other uses. Such a line moves between the two
// processors with every hit.
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

/// Returns the cache lines (addresses / 64) that a hit in one thread stores to and a hit of the
/// same function in another thread loads or stores, with the cell's tracers. `on_entry` is the
/// tracers' entry handler, `context` its argument.
Result<std::set<std::uintptr_t>> shared_lines(const Cell& cell, EntryHandler on_entry,
                                              void* context);

}  // namespace retprobe::harness
