// The mechanisms that BPF programs attach to. A program that is measured does nothing; one that
// counts adds 1 to a word that this process maps.
#include "probes.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "module.h"

enum { most_programs = 2, most_links = 64, freeing_microseconds = 20000 };

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

static const struct bpf_mechanism mechanisms[] = {
    {"fexit", {{BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT, 0}}, 1, 1},
    {"fentry_fexit",
     {{BPF_PROG_TYPE_TRACING, BPF_TRACE_FENTRY, 0}, {BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT, 0}},
     2,
     2},
    {"kretprobe.multi",
     {{BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, BPF_F_KPROBE_MULTI_RETURN}},
     1,
     1},
#ifdef HAVE_BPF_TRACE_KPROBE_SESSION
    {"kprobe.session", {{BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_SESSION, 0}}, 1, 2},
#endif
#ifdef HAVE_BPF_TRACE_FSESSION
    {"fsession", {{BPF_PROG_TYPE_TRACING, BPF_TRACE_FSESSION, 0}}, 1, 2},
#endif
};
// Known to the host, whether or not this kernel has them.
static const char* const names[] = {"fexit", "fentry_fexit", "kretprobe.multi", "kprobe.session",
                                    "fsession"};

static int descriptors[2 * most_links];
static int descriptor_count;
static volatile unsigned long* hits;
static int hits_map = -1;

static const struct bpf_mechanism* find(const char* name) {
  for (size_t i = 0; i < sizeof mechanisms / sizeof *mechanisms; i++)
    if (!strcmp(mechanisms[i].name, name)) return &mechanisms[i];
  return NULL;
}

bool is_bpf_mechanism(const char* name) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

static int make_hits(void) {
  LIBBPF_OPTS(bpf_map_create_opts, options, .map_flags = BPF_F_MMAPABLE);
  if (hits) return 0;
  hits_map =
      bpf_map_create(BPF_MAP_TYPE_ARRAY, "hits", sizeof(uint32_t), sizeof *hits, 1, &options);
  if (hits_map < 0) return -errno;
  void* memory = mmap(NULL, getpagesize(), PROT_READ | PROT_WRITE, MAP_SHARED, hits_map, 0);
  if (memory == MAP_FAILED) return -errno;
  hits = memory;
  return 0;
}

void forget_bpf_hits(void) {
  if (hits) *hits = 0;
}
unsigned long bpf_hits(void) { return hits ? *hits : 0; }

// The target in the module's BTF: its number, and a descriptor of the BTF.
struct target {
  int id, btf;
};

static int find_target(struct target* target) {
  struct btf* kernel = btf__load_vmlinux_btf();
  if (!kernel) return -errno;
  struct btf* module = btf__load_module_btf(MODULE_NAME, kernel);
  if (!module) return -ENODATA;
  target->id = btf__find_by_name_kind(module, TARGET_NAME, BTF_KIND_FUNC);
  btf__free(module);
  btf__free(kernel);
  if (target->id < 0) return target->id;
  for (uint32_t id = 0; bpf_btf_get_next_id(id, &id) == 0;) {
    char name[64] = "";
    struct bpf_btf_info info = {.name = (uintptr_t)name, .name_len = sizeof name};
    uint32_t bytes = sizeof info;
    target->btf = bpf_btf_get_fd_by_id(id);
    if (target->btf < 0) continue;
    if (bpf_obj_get_info_by_fd(target->btf, &info, &bytes) == 0 && !strcmp(name, MODULE_NAME))
      return 0;
    close(target->btf);
  }
  return -ENODATA;
}

static int load(const struct program* program, const struct target* target, bool counting) {
  const struct bpf_insn count[] = {
      {.code = BPF_LD | BPF_DW | BPF_IMM,
       .dst_reg = BPF_REG_1,
       .src_reg = BPF_PSEUDO_MAP_VALUE,
       .imm = hits_map},
      {0},
      {.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_2, .imm = 1},
      {.code = BPF_STX | BPF_DW | BPF_ATOMIC,
       .dst_reg = BPF_REG_1,
       .src_reg = BPF_REG_2,
       .imm = BPF_ADD},
      {.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0},
      {.code = BPF_JMP | BPF_EXIT}};
  const size_t all = sizeof count / sizeof *count, nothing = 2;
  LIBBPF_OPTS(bpf_prog_load_opts, options, .expected_attach_type = program->attach);
  if (program->type == BPF_PROG_TYPE_TRACING) {
    options.attach_btf_id = target->id;
    options.attach_btf_obj_fd = target->btf;
  }
  const size_t length = counting ? all : nothing;
  const int loaded =
      bpf_prog_load(program->type, NULL, "GPL", count + all - length, length, &options);
  return loaded < 0 ? -errno : loaded;
}

// By the system call: libbpf refuses attachments that are newer than it is.
static int link_multi(int loaded, const struct program* program) {
  static const char* const symbol = TARGET_NAME;
  union bpf_attr attributes = {0};
  attributes.link_create.prog_fd = loaded;
  attributes.link_create.attach_type = program->attach;
  attributes.link_create.kprobe_multi.flags = program->flags;
  attributes.link_create.kprobe_multi.cnt = 1;
  attributes.link_create.kprobe_multi.syms = (uintptr_t)&symbol;
  return syscall(SYS_bpf, BPF_LINK_CREATE, &attributes, sizeof attributes);
}

static int link_program(int loaded, const struct program* program) {
  const int link = program->type == BPF_PROG_TYPE_TRACING ? bpf_raw_tracepoint_open(NULL, loaded)
                                                          : link_multi(loaded, program);
  return link < 0 ? -errno : link;
}

static int attach_program(const struct program* program, const struct target* target,
                          bool counting) {
  const int loaded = load(program, target, counting);
  if (loaded < 0) return loaded;
  const int link = link_program(loaded, program);
  if (link < 0) {
    close(loaded);
    return link;
  }
  descriptors[descriptor_count++] = loaded;
  descriptors[descriptor_count++] = link;
  return 0;
}

static int attach_users(const struct bpf_mechanism* mechanism, int users, bool counting) {
  struct target target = {.id = 0, .btf = -1};
  int error = make_hits();
  if (!error && mechanism->programs[0].type == BPF_PROG_TYPE_TRACING) error = find_target(&target);
  for (int user = 0; user < users && !error; user++)
    for (int i = 0; i < mechanism->program_count && !error; i++)
      error = attach_program(&mechanism->programs[i], &target, counting);
  if (target.btf >= 0) close(target.btf);
  return error;
}

void attach_bpf(const char* name, int users, bool counting, struct answer* answer) {
  const struct bpf_mechanism* mechanism = find(name);
  if (!mechanism) {
    answer_error(answer, "this kernel's bpf.h has no such attachment");
    return;
  }
  if (bpf_is_attached() || users < 1 || users * mechanism->program_count > most_links) {
    answer_error(answer, "%d users cannot be attached", users);
    return;
  }
  const int error = attach_users(mechanism, users, counting);
  if (error) {
    detach_bpf();
    answer_error(answer, "%s",
                 error == -ENODATA ? "the kernel has no BTF of the module" : strerror(-error));
    return;
  }
  answer_ok(answer, "handlers=%d", mechanism->handlers);
}

bool bpf_is_attached(void) { return descriptor_count > 0; }

void detach_bpf(void) {
  if (!bpf_is_attached()) return;
  while (descriptor_count) close(descriptors[--descriptor_count]);
  usleep(freeing_microseconds);  // the kernel frees trampolines after the descriptors are closed
}
