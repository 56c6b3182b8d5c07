// Compiled without vector registers, which the scalar set does not save.
#include "python/src/idle.h"

namespace retprobe::python {

bool accept_idly(void*, EntryFrame&) { return true; }
void hear_idly(void*, ReturnFrame&) {}

}  // namespace retprobe::python
