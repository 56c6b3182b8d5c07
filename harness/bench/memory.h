// What probed calls occupy. Cold.
#pragma once

#include "harness/bench/variants/variant.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct MemoryUse {
  double bytes_per_frame = 0;        // of shadow stack, for each call in flight
  double stack_bytes_per_frame = 0;  // of machine stack, beyond what the unprobed call takes
  // Resident memory of a thread's state, after its first probed call, and no longer than it lives:
  // without the page of the parallel shadow that is made for the first thread whose stack lies in a
  // place, and stays.
  double bytes_per_thread = 0;
};

/// With the tracers of this cell and variant on a function of the harness's own. The process is
/// configured for the cell.
Result<MemoryUse> measure_memory(const Cell& cell, const Variant& variant);

}  // namespace retprobe::harness
