// The handlers of retprobe-kretprobe: a hot object.
#pragma once

#include "clients/kretprobe/kretprobe.h"

namespace retprobe::kretprobe_demo {

/// One per function, in the order of the probes. The handler finds it through the address of the
/// probe.
struct Tally {
  std::uint64_t calls, ticks, longest;
};
/// The array of tallies, and the first probe. Both are set before the probes are registered.
extern Tally* tallies;
extern const kretprobe::Kretprobe* first_probe;

int note_start(kretprobe::KretprobeInstance& instance, Registers& registers);
int note_end(kretprobe::KretprobeInstance& instance, Registers& registers);

}  // namespace retprobe::kretprobe_demo
