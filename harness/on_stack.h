// Runs workloads that need a larger stack than the calling thread has.
#pragma once

#include <cstddef>
#include <functional>

#include "retprobe/error.h"

namespace retprobe::harness {

/// Runs `what` on a new thread with `bytes` of stack and waits for it. With 0 bytes, runs it on the
/// calling thread. Returns an Error when the thread cannot be made. Cold.
Error on_stack(std::size_t bytes, const std::function<void()>& what);

}  // namespace retprobe::harness
