// What users leave behind: functions that are still traced, and warnings of the kernel.
#ifndef RETPROBE_TRACES_H
#define RETPROBE_TRACES_H

#include "answer.h"

/// "functions=N warning=…": how many functions are traced, and the first warning since the last
/// time, or nothing.
void list_traces(struct answer* answer);

#endif
