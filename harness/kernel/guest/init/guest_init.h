// The parts of the guest's init, which reads lines of the protocol (docs/linux.md) from the host
// and answers each with one line.
#ifndef RETPROBE_GUEST_INIT_H
#define RETPROBE_GUEST_INIT_H

#include <stdbool.h>
#include <stddef.h>

// An answer: "ok …" or "error …", without a newline.
struct answer {
  char text[4096];
};
void answer_ok(struct answer* answer, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
void answer_error(struct answer* answer, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// --- module.c: the kernel module -----------------------------------------------------------------

#define MODULE_NAME "retprobe_guest"
#define TARGET_NAME "rp_leaf"

/// Loads the module. Returns 0 or an errno.
int load_module(void);
/// Passes a line on to the module.
void ask_module(const char* line, struct answer* answer);

// --- mitigations.c -------------------------------------------------------------------------------

/// What the kernel does about each of the CPU's vulnerabilities: "meltdown: Not affected; …"
void list_mitigations(struct answer* answer);

// --- probes.c: the mechanisms that programs of BPF attach to -------------------------------------

bool is_bpf_mechanism(const char* name);
/// `counting`: the programs count, for bpf_hits().
void attach_bpf(const char* mechanism, int users, bool counting, struct answer* answer);
void detach_bpf(void);
bool bpf_is_attached(void);
void forget_bpf_hits(void);
unsigned long bpf_hits(void);

#endif
