// Measures the memory that probed calls occupy. Cold.
#pragma once

#include "harness/bench/variants/variant.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct MemoryUse {
  double bytes_per_frame = 0;        // of shadow stack, for each call in flight
  double stack_bytes_per_frame = 0;  // of machine stack, beyond the unprobed call's
  // Resident memory of a thread's state after its first probed call, as far as it is freed with the
  // thread. It excludes the page of the parallel shadow. That page is made for the first thread
  // whose stack lies in a place, and it stays.
  double bytes_per_thread = 0;
};

/// Measures with the tracers of this cell and variant on a function of the harness's own. The
/// process must be configured for the cell.
Result<MemoryUse> measure_memory(const Cell& cell, const Variant& variant);

}  // namespace retprobe::harness
