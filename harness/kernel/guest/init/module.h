// The kernel module.
#ifndef RETPROBE_MODULE_H
#define RETPROBE_MODULE_H

#include "answer.h"

#define MODULE_NAME "retprobe_guest"
#define TARGET_NAME "rp_leaf"

/// Loads the module. Returns 0 or an errno.
int load_module(void);
/// Passes a line on to the module.
void ask_module(const char* line, struct answer* answer);

#endif
