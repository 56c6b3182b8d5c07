// The function on which the agent measures what recording a call costs. It is patchable, and alone
// in its file.
#include "clients/run/calibrated.h"

namespace retprobe::run {

void calibrated() { asm volatile(""); }

}  // namespace retprobe::run
