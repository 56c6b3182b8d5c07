// Programs and modules that show what Linux does otherwise, one by one
// (harness/kernel/reproducers).
#ifndef RETPROBE_REPRODUCE_H
#define RETPROBE_REPRODUCE_H

#include <stdbool.h>

#include "answer.h"

/// `reproducers`: the names of those in the guest. `reproduce NAME`: what it says. Returns whether
/// the line was one of these.
bool obey_reproduce(const char* line, struct answer* answer);

#endif
