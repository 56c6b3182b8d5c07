// What the kernel does about each of the CPU's vulnerabilities.
#ifndef RETPROBE_MITIGATIONS_H
#define RETPROBE_MITIGATIONS_H

#include "answer.h"

/// "meltdown: Not affected; …"
void list_mitigations(struct answer* answer);

#endif
