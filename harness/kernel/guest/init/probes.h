// The mechanisms that programs of BPF attach to.
#ifndef RETPROBE_PROBES_H
#define RETPROBE_PROBES_H

#include <stdbool.h>

#include "answer.h"

bool is_bpf_mechanism(const char* name);
/// `counting`: the programs count, for bpf_hits().
void attach_bpf(const char* mechanism, int users, bool counting, struct answer* answer);
void detach_bpf(void);
bool bpf_is_attached(void);
void forget_bpf_hits(void);
unsigned long bpf_hits(void);

#endif
