// The mechanisms of BPF, and attaching a program to one.
#include "mechanisms.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "module.h"

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
#ifdef HAVE_BPF_TRACE_FEXIT_MULTI
    {"fexit.multi", {{BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT_MULTI, 0}}, 1, 1},
    {"fsession.multi", {{BPF_PROG_TYPE_TRACING, BPF_TRACE_FSESSION_MULTI, 0}}, 1, 2},
#endif
};
// Known to the host, whether or not this kernel has them.
static const char* const names[] = {"fexit",    "fentry_fexit", "kretprobe.multi", "kprobe.session",
                                    "fsession", "fexit.multi",  "fsession.multi"};

const struct bpf_mechanism* find_mechanism(const char* name) {
  for (size_t i = 0; i < sizeof mechanisms / sizeof *mechanisms; i++)
    if (!strcmp(mechanisms[i].name, name)) return &mechanisms[i];
  return NULL;
}

bool is_bpf_mechanism(const char* name) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

// The module's BTF, which is read once: that takes a guest a second.
static int open_btf(void) {
  for (uint32_t id = 0; bpf_btf_get_next_id(id, &id) == 0;) {
    char called[64] = "";
    struct bpf_btf_info info = {.name = (uintptr_t)called, .name_len = sizeof called};
    uint32_t bytes = sizeof info;
    const int btf = bpf_btf_get_fd_by_id(id);
    if (btf < 0) continue;
    if (bpf_obj_get_info_by_fd(btf, &info, &bytes) == 0 && !strcmp(called, MODULE_NAME)) return btf;
    close(btf);
  }
  return -1;
}

int find_target(const char* name, struct target* target) {
  static struct btf* module;
  static int opened = -1;
  if (!module) {
    struct btf* kernel = btf__load_vmlinux_btf();
    if (!kernel) return -errno;
    module = btf__load_module_btf(MODULE_NAME, kernel);
    if (module) opened = open_btf();
  }
  if (!module || opened < 0) return -ENODATA;
  *target = (struct target){
      .name = name, .id = btf__find_by_name_kind(module, name, BTF_KIND_FUNC), .btf = opened};
  return target->id < 0 ? target->id : 0;
}

// By the system call: libbpf refuses attachments that are newer than it is.
static int link_kprobes(int loaded, const struct program* program, const struct target* target) {
  union bpf_attr attributes = {0};
  attributes.link_create.prog_fd = loaded;
  attributes.link_create.attach_type = program->attach;
  attributes.link_create.kprobe_multi.flags = program->flags;
  attributes.link_create.kprobe_multi.cnt = 1;
  attributes.link_create.kprobe_multi.syms = (uintptr_t)&target->name;
  return syscall(SYS_bpf, BPF_LINK_CREATE, &attributes, sizeof attributes);
}

#ifdef HAVE_BPF_TRACE_FEXIT_MULTI
static bool is_tracing_multi(const struct program* program) {
  return program->attach == BPF_TRACE_FEXIT_MULTI || program->attach == BPF_TRACE_FSESSION_MULTI;
}

static int link_tracing_multi(int loaded, const struct program* program,
                              const struct target* target) {
  const uint32_t id = (uint32_t)target->id;
  union bpf_attr attributes = {0};
  attributes.link_create.prog_fd = (uint32_t)loaded;
  attributes.link_create.attach_type = program->attach;
  attributes.link_create.tracing_multi.ids = (uintptr_t)&id;
  attributes.link_create.tracing_multi.cnt = 1;
  return (int)syscall(SYS_bpf, BPF_LINK_CREATE, &attributes, sizeof attributes);
}
#else
static bool is_tracing_multi(const struct program* program) { return !program; }
static int link_tracing_multi(int loaded, const struct program* program,
                              const struct target* target) {
  return program && target ? -1 : loaded;
}
#endif

int attach_program(const struct program* program, const struct target* target,
                   const struct bpf_insn* code, size_t length, struct attached* attached) {
  LIBBPF_OPTS(bpf_prog_load_opts, options, .expected_attach_type = program->attach);
  if (program->type == BPF_PROG_TYPE_TRACING) {
    options.attach_btf_obj_fd = (uint32_t)target->btf;
    if (!is_tracing_multi(program)) options.attach_btf_id = (uint32_t)target->id;
  }
  attached->program = bpf_prog_load(program->type, NULL, "GPL", code, length, &options);
  if (attached->program < 0) return -errno;
  attached->link =
      program->type != BPF_PROG_TYPE_TRACING ? link_kprobes(attached->program, program, target)
      : is_tracing_multi(program) ? link_tracing_multi(attached->program, program, target)
                                  : bpf_raw_tracepoint_open(NULL, attached->program);
  if (attached->link >= 0) return 0;
  const int error = -errno;
  close(attached->program);
  return error;
}
