// The functions that the unwinder scenarios probe. All are sites, with C linkage.
#pragma once

#include <cstdint>

#include "harness/verify/fixtures.h"

/// Calls `next(x)`. Both of these functions stand between a thread's first function and the place
/// that is looked at.
RETPROBE_FIXTURE std::uint64_t unwind_outer(std::uint64_t (*next)(std::uint64_t), std::uint64_t x);
RETPROBE_FIXTURE std::uint64_t unwind_inner(std::uint64_t (*next)(std::uint64_t), std::uint64_t x);

// The innermost functions call `step` from their bodies. They return 3x + 1, x, 3x + 1, 5x + 2.
RETPROBE_FIXTURE std::uint64_t unwind_leaf(void (*step)(), std::uint64_t x);
/// Calls itself x times, and calls `step` in the innermost call.
RETPROBE_FIXTURE std::uint64_t unwind_deep(void (*step)(), std::uint64_t x);
/// Jumps to unwind_leaf.
RETPROBE_FIXTURE std::uint64_t unwind_tail(void (*step)(), std::uint64_t x);
/// For many tracers on one function.
RETPROBE_FIXTURE std::uint64_t unwind_many(void (*step)(), std::uint64_t x);
