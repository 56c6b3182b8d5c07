// The handlers of retprobe-kretprobe: a hot object.
#pragma once

#include "clients/kretprobe/kretprobe.h"

namespace retprobe::kretprobe_demo {

/// Per function, in the order of their probes; found through the address of the probe.
struct Tally {
  std::uint64_t calls, ticks, longest;
};
/// Where the tallies are, and the first probe: set before the probes are registered.
extern Tally* tallies;
extern const kretprobe::Kretprobe* first_probe;

int note_start(kretprobe::KretprobeInstance& instance, Registers& registers);
int note_end(kretprobe::KretprobeInstance& instance, Registers& registers);

}  // namespace retprobe::kretprobe_demo
