// What it costs to record or to time a call, measured on an empty function before main.
#pragma once

#include <cstdint>

#include "clients/graph/recorder.h"
#include "clients/graph/trace.h"
#include "clients/run/counter.h"
#include "retprobe/probe.h"

namespace retprobe::run {

/// The handlers of Mode::record and Mode::time.
TracerOptions record_options(graph::Recorder& recorder);
TracerOptions time_options(Counter& counter);

/// Of a call, in ticks.
struct Costs {
  std::uint64_t added_ticks = 0;     // it takes longer
  std::uint64_t shown_ticks = 0;     // are shown for it
  std::uint64_t counting_ticks = 0;  // it takes longer to count it
};
/// `tracer` has the handlers above. They leave nothing in the recorder or the counter.
Result<Costs> calibrate_recording(Tracer& tracer, graph::Recorder& recorder, graph::CodeRange core);
Result<Costs> calibrate_timing(Tracer& tracer, Counter& counter);

}  // namespace retprobe::run
