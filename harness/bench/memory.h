// Measures the memory that probed calls occupy. Cold.
#pragma once

#include "harness/bench/sample.h"
#include "harness/bench/variants/variant.h"
#include "harness/selection.h"

namespace retprobe::harness {

/// Measures with the tracers of this cell and variant on a function of the harness's own. The
/// process must be configured for the cell. Throws Failure. Sets
///   bytes_per_frame: of shadow stack, for each call in flight
///   stack_bytes_per_frame: of machine stack, beyond the unprobed call's
///   bytes_per_thread: resident memory of a thread's state after its first probed call, as far as
///     it is freed with the thread. It excludes the page of the parallel shadow. That page is made
///     for the first thread whose stack lies in a place, and it stays.
void measure_memory(const Cell& cell, const Variant& variant, Sample& sample);

}  // namespace retprobe::harness
