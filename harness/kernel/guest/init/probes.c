// BPF programs that are measured do nothing; those that count add 1 to a word that this process
// maps.
#include "probes.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mechanisms.h"
#include "module.h"

enum { most_attached = 64, freeing_microseconds = 20000 };

static struct attached attached[most_attached];
static int attached_count;
static volatile unsigned long* hits;
static int hits_map = -1;

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

static int attach_measured(const struct program* program, const struct target* target,
                           bool counting) {
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
  const size_t length = counting ? all : nothing;
  const int error =
      attach_program(program, target, count + all - length, length, &attached[attached_count]);
  if (!error) attached_count++;
  return error;
}

static int attach_users(const struct bpf_mechanism* mechanism, int users, bool counting) {
  struct target target = {.name = TARGET_NAME, .id = 0, .btf = -1};
  int error = make_hits();
  if (!error && mechanism->programs[0].type == BPF_PROG_TYPE_TRACING)
    error = find_target(TARGET_NAME, &target);
  for (int user = 0; user < users && !error; user++)
    for (int i = 0; i < mechanism->program_count && !error; i++)
      error = attach_measured(&mechanism->programs[i], &target, counting);
  return error;
}

void attach_bpf(const char* name, int users, bool counting, struct answer* answer) {
  const struct bpf_mechanism* mechanism = find_mechanism(name);
  if (!mechanism) {
    answer_error(answer, "this kernel's bpf.h has no such attachment");
    return;
  }
  if (bpf_is_attached() || users < 1 || users * mechanism->program_count > most_attached) {
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

bool bpf_is_attached(void) { return attached_count > 0; }

void detach_bpf(void) {
  if (!bpf_is_attached()) return;
  while (attached_count) {
    close(attached[--attached_count].link);
    close(attached[attached_count].program);
  }
  usleep(freeing_microseconds);  // the kernel frees trampolines after the descriptors are closed
}
