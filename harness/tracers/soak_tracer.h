// Random programs for a tracer that is not ours.
#pragma once

#include <string_view>

#include "harness/soak/soak.h"
#include "harness/tracers/tracer.h"

namespace retprobe::harness {

/// What the tracer can. What it declares that it fails in is not asked of it. It must outlive the
/// result.
SoakSubject subject_of(const TestedTracer& tracer);

}  // namespace retprobe::harness
