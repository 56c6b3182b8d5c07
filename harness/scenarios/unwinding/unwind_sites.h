// The functions that the unwinder scenarios probe. All are sites, with C linkage.
#pragma once

#include <cstdint>

#include "harness/verify/fixtures.h"

/// Calls `next(x)`; two of them stand between a thread's first function and the place that is
/// looked at.
RETPROBE_FIXTURE std::uint64_t unwind_outer(std::uint64_t (*next)(std::uint64_t), std::uint64_t x);
RETPROBE_FIXTURE std::uint64_t unwind_inner(std::uint64_t (*next)(std::uint64_t), std::uint64_t x);

// The innermost ones call `step` from their bodies and return 3x + 1, x, 5x + 2.
RETPROBE_FIXTURE std::uint64_t unwind_leaf(void (*step)(), std::uint64_t x);
/// `step` runs x calls of itself further in.
RETPROBE_FIXTURE std::uint64_t unwind_deep(void (*step)(), std::uint64_t x);
/// Jumps to unwind_leaf.
RETPROBE_FIXTURE std::uint64_t unwind_tail(void (*step)(), std::uint64_t x);
/// For a chain of tracers.
RETPROBE_FIXTURE std::uint64_t unwind_many(void (*step)(), std::uint64_t x);
