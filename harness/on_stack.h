// Workloads that need a larger stack than the calling thread has.
#pragma once

#include <cstddef>
#include <functional>

#include "retprobe/error.h"

namespace retprobe::harness {

/// Runs `what` on a thread of its own with `bytes` of stack and waits for it; on the calling thread
/// when `bytes` is 0. Error where there is no such thread. Cold.
Error on_stack(std::size_t bytes, const std::function<void()>& what);

}  // namespace retprobe::harness
