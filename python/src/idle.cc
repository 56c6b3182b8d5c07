// Compiled without vector registers, because the scalar set does not save them.
#include "python/src/idle.h"

namespace retprobe::python {

bool accept_idly(void*, EntryFrame&) { return true; }
void hear_idly(void*, ReturnFrame&) {}

}  // namespace retprobe::python
