// The mechanisms of BPF, and attaching a program to one.
#ifndef RETPROBE_MECHANISMS_H
#define RETPROBE_MECHANISMS_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>

enum { most_programs = 2 };

struct program {
  enum bpf_prog_type type;
  enum bpf_attach_type attach;
  unsigned flags;  // of a link to kprobe.multi
};
struct bpf_mechanism {
  const char* name;
  struct program programs[most_programs];
  int program_count;
  int handlers;  // how many of its programs run in a call
};

/// Whether the host knows it, whether or not this kernel has it.
bool is_bpf_mechanism(const char* name);
/// NULL where this kernel's headers lack it.
const struct bpf_mechanism* find_mechanism(const char* name);

/// A function of the module: its number in the module's BTF, and a descriptor of the BTF.
struct target {
  const char* name;
  int id, btf;
};
/// Returns 0 or a negative errno: -ENODATA where the kernel has no BTF of the module.
int find_target(const char* name, struct target* target);

/// Descriptors; the program is attached until both are closed.
struct attached {
  int program, link;
};
/// Returns 0 or a negative errno.
int attach_program(const struct program* program, const struct target* target,
                   const struct bpf_insn* code, size_t length, struct attached* attached);

#endif
