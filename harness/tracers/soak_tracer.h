// Random programs for a tracer that is not ours.
#pragma once

#include <string>
#include <vector>

#include "harness/soak/soak.h"
#include "harness/tracers/tracer.h"

namespace retprobe::harness {

/// What the tracer can. What one of the variants declares that it fails in is not asked of any. The
/// tracer must outlive the result.
SoakSubject subject_of(const TestedTracer& tracer, const std::vector<std::string>& variants);

}  // namespace retprobe::harness
