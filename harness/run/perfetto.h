// Writes recorded calls as a trace that Perfetto (https://ui.perfetto.dev) opens.
#pragma once

#include "harness/run/launch.h"

namespace retprobe::run {

/// The bytes of a trace file: protobuf messages as protos/perfetto/trace/trace.proto of Perfetto
/// describes them. A track for each thread, a slice for each call, in nanoseconds since the program
/// was started. The slice's category says how the call ended.
void write_perfetto(const Launched& launched, const CallLimits& limits, const Sink& sink);

}  // namespace retprobe::run
