// The kretprobe handlers of the example: a hot object.
#pragma once

#include "clients/kretprobe/kretprobe.h"

namespace retprobe::example {

/// The returns of one function.
struct Tally {
  std::uint64_t calls, ticks, longest;
};
/// The array of tallies, and the first probe. Both are set before the probes are registered. A
/// probe's tally has the probe's index.
extern Tally* tallies;
extern const kretprobe::Kretprobe* first_probe;

int note_start(kretprobe::KretprobeInstance& instance, Registers& registers);
int note_end(kretprobe::KretprobeInstance& instance, Registers& registers);

}  // namespace retprobe::example
