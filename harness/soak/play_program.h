// Plays a program in this process, which has to be configured for it. Internal to soak.cc.
#pragma once

#include "harness/soak/program.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

Outcome play_program(const Program& program);

}  // namespace retprobe::harness
