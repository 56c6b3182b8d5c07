// A program writes into a map what it is told, as the module's users do (journal.h).
#include "scene.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../journal.h"
#include "mechanisms.h"
#include "module.h"

#define SCENE_TARGET "rp_body"

enum { most_users = 40, freeing_microseconds = 20000 };

struct user {
  int id, programs;
  struct attached attached[most_programs];
};
static struct user users[most_users];
static int user_count;
static bool is_on;  // since the first user, until the scene ends
static struct journal* journal;
static int journal_map = -1;

static int make_journal(void) {
  LIBBPF_OPTS(bpf_map_create_opts, options, .map_flags = BPF_F_MMAPABLE);
  if (journal) return 0;
  journal_map =
      bpf_map_create(BPF_MAP_TYPE_ARRAY, "journal", sizeof(uint32_t), sizeof *journal, 1, &options);
  if (journal_map < 0) return -errno;
  void* memory = mmap(NULL, sizeof *journal, PROT_READ | PROT_WRITE, MAP_SHARED, journal_map, 0);
  if (memory == MAP_FAILED) return -errno;
  journal = memory;
  return 0;
}

// ---- The program ----

enum { R0, R1, R2, R3, R4, R5, R6, R7, R8, R9 };

struct code {
  struct bpf_insn lines[64];
  size_t length;
};

static void put(struct code* code, int operation, int to, int from, int offset, int number) {
  code->lines[code->length++] = (struct bpf_insn){.code = (uint8_t)operation,
                                                  .dst_reg = (uint8_t)to & 15,
                                                  .src_reg = (uint8_t)from & 15,
                                                  .off = (int16_t)offset,
                                                  .imm = number};
}
static void set(struct code* code, int to, int number) {
  put(code, BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, number);
}
static void copy(struct code* code, int to, int from) {
  put(code, BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0);
}
static void compute(struct code* code, int operation, int to, int number) {
  put(code, BPF_ALU64 | operation | BPF_K, to, 0, 0, number);
}
static void compute_with(struct code* code, int operation, int to, int from) {
  put(code, BPF_ALU64 | operation | BPF_X, to, from, 0, 0);
}
// `to` is `number` at an exit; R8 says whether this is one.
static void set_at_exit(struct code* code, int to, int number) {
  put(code, BPF_JMP | BPF_JEQ | BPF_K, R8, 0, 1, 0);
  set(code, to, number);
}
static void call_kernel(struct code* code, int function) {
  copy(code, R1, R6);
  put(code, BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_KFUNC_CALL, 0, function);
}

// What a program does beside writing down that it ran.
struct wishes {
  bool declines, data, stack;
};

// Numbers of the kernel's functions for sessions; negative where it has none.
struct session_functions {
  int is_return, cookie;
};

static struct session_functions find_session_functions(void) {
  static struct session_functions found = {-1, -1};
  struct btf* kernel = found.is_return < 0 ? btf__load_vmlinux_btf() : NULL;
  if (!kernel) return found;
  found.is_return = btf__find_by_name_kind(kernel, "bpf_session_is_return", BTF_KIND_FUNC);
  found.cookie = btf__find_by_name_kind(kernel, "bpf_session_cookie", BTF_KIND_FUNC);
  btf__free(kernel);
  return found;
}

enum kind { kind_entry, kind_exit, kind_session };

// R6: the context; R7: the journal; R8: whether it is an exit; R9: the event's number.
static void write_program(struct code* code, enum kind kind, int id, struct wishes wishes,
                          struct session_functions functions) {
  enum { atomic_add = BPF_STX | BPF_DW | BPF_ATOMIC };
  copy(code, R6, R1);
  set(code, R8, kind == kind_exit);
  if (kind == kind_session) {
    call_kernel(code, functions.is_return);
    copy(code, R8, R0);
    compute(code, BPF_AND, R8, 1);
  }
  put(code, BPF_LD | BPF_DW | BPF_IMM, R7, BPF_PSEUDO_MAP_VALUE, 0, journal_map);
  put(code, 0, 0, 0, 0, 0);
  set(code, R9, 1);
  put(code, atomic_add, R7, R9, offsetof(struct journal, next), BPF_ADD | BPF_FETCH);
  set(code, R1, 1);
  copy(code, R3, R8);
  compute(code, BPF_LSH, R3, 3);  // from `entries` to `exits`
  compute_with(code, BPF_ADD, R3, R7);
  put(code, atomic_add, R3, R1, offsetof(struct journal, entries), BPF_ADD);
  set(code, R2, 0);
  if (wishes.data) {
    call_kernel(code, functions.cookie);
    put(code, BPF_JMP | BPF_JNE | BPF_K, R8, 0, 3, 0);
    copy(code, R2, R9);
    compute(code, BPF_ADD, R2, 1);
    put(code, BPF_STX | BPF_DW | BPF_MEM, R0, R2, 0, 0);
    put(code, BPF_LDX | BPF_DW | BPF_MEM, R2, R0, 0, 0);
    compute(code, BPF_LSH, R2, 32);
  }
  set(code, R3, (int)EVENT('e', id, 0));
  set_at_exit(code, R3, (int)EVENT('x', id, 0));
  compute_with(code, BPF_OR, R2, R3);
  const size_t too_many = code->length;
  put(code, BPF_JMP | BPF_JGE | BPF_K, R9, 0, 0, MOST_EVENTS);
  copy(code, R1, R9);
  compute(code, BPF_LSH, R1, 3);
  compute_with(code, BPF_ADD, R1, R7);
  put(code, BPF_STX | BPF_DW | BPF_MEM, R1, R2, offsetof(struct journal, events), 0);
  if (wishes.stack) {
    put(code, BPF_JMP | BPF_JGE | BPF_K, R9, 0, 7, MOST_STACKS);
    copy(code, R2, R9);
    compute(code, BPF_MUL, R2, sizeof journal->stacks[0]);
    compute_with(code, BPF_ADD, R2, R7);
    compute(code, BPF_ADD, R2, offsetof(struct journal, stacks));
    copy(code, R1, R6);
    set(code, R3, sizeof journal->stacks[0] - sizeof journal->stacks[0][0]);
    set(code, R4, 0);
    put(code, BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_get_stack);
    code->lines[code->length - 9].off = 8;
  }
  code->lines[too_many].off = (int16_t)(code->length - too_many - 1);
  set(code, R0, wishes.declines);
  set_at_exit(code, R0, 0);
  put(code, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

// ---- Users ----

static void detach(struct user* user) {
  while (user->programs) {
    const struct attached* last = &user->attached[--user->programs];
    close(last->link);
    close(last->program);
  }
  usleep(freeing_microseconds);  // the kernel frees trampolines after the descriptors are closed
}

void end_bpf_scene(void) {
  while (user_count) detach(&users[--user_count]);
  if (is_on) memset(journal, 0, sizeof *journal);
  is_on = false;
}

static const char* cause_of(int error) {
  if (error == -ENODATA) return "the kernel has no BTF of the module";
  if (error == -E2BIG) return "a trampoline takes no more programs";
  return strerror(-error);
}

static enum kind kind_of(const struct bpf_mechanism* mechanism, int program) {
  if (mechanism->handlers == 2 && mechanism->program_count == 1) return kind_session;
  return program + 1 < mechanism->program_count ? kind_entry : kind_exit;
}

static int attach_kind(struct user* user, const struct bpf_mechanism* mechanism,
                       const struct target* target, struct wishes wishes, bool entry, bool exit) {
  struct session_functions functions = {-1, -1};
  int error = 0;
  for (int i = 0; i < mechanism->program_count && !error; i++) {
    const enum kind kind = kind_of(mechanism, i);
    struct code code = {.length = 0};
    if (kind == kind_session) functions = find_session_functions();
    if (kind == kind_session && (functions.is_return < 0 || (wishes.data && functions.cookie < 0)))
      return -EOPNOTSUPP;
    if ((kind == kind_entry && !entry) || (kind == kind_exit && !exit)) continue;
    write_program(&code, kind, user->id, wishes, functions);
    error = attach_program(&mechanism->programs[i], target, code.lines, code.length,
                           &user->attached[user->programs]);
    if (!error) user->programs++;
  }
  return error;
}

static void attach(const char* name, int id, const char* words, struct answer* answer) {
  const struct bpf_mechanism* mechanism = find_mechanism(name);
  const struct wishes wishes = {.declines = strstr(words, "declines"),
                                .data = strstr(words, "data"),
                                .stack = strstr(words, "stack")};
  const char* const function = strstr(words, "nowhere") ? "rp_mark_begin" : SCENE_TARGET;
  struct target target = {.name = function, .id = 0, .btf = -1};
  struct user user = {.id = id, .programs = 0};
  if (!mechanism) {
    answer_error(answer, "this kernel's bpf.h has no such attachment");
    return;
  }
  int error = user_count == most_users ? -ENOSPC : make_journal();
  if (!error && mechanism->programs[0].type == BPF_PROG_TYPE_TRACING)
    error = find_target(function, &target);
  if (!error)
    error = attach_kind(&user, mechanism, &target, wishes, !strstr(words, "exit"),
                        !strstr(words, "entry"));
  if (error) {
    detach(&user);
    answer_error(answer, "%s", cause_of(error));
    return;
  }
  users[user_count++] = user;
  is_on = true;
  answer_ok(answer, "%s", "");
}

static void leave(int id, struct answer* answer) {
  int i = 0;
  while (i < user_count && users[i].id != id) i++;
  if (i == user_count) {
    answer_error(answer, "there is no user %d", id);
    return;
  }
  detach(&users[i]);
  users[i] = users[--user_count];
  answer_ok(answer, "%s", "");
}

// Hits that were left out because the same program was running, and those that the link says it
// missed.
static unsigned long long missed_by(const struct attached* attached) {
  struct bpf_prog_info program = {0};
  uint32_t bytes = sizeof program;
  unsigned long long sum = 0;
  if (!bpf_obj_get_info_by_fd(attached->program, &program, &bytes)) sum += program.recursion_misses;
#ifdef HAVE_BPF_TRACE_KPROBE_SESSION
  struct bpf_link_info link = {0};
  bytes = sizeof link;
  if (!bpf_obj_get_info_by_fd(attached->link, &link, &bytes) &&
      link.type == BPF_LINK_TYPE_KPROBE_MULTI)
    sum += link.kprobe_multi.missed;
#endif
  return sum;
}

static unsigned long long missed(void) {
  unsigned long long sum = 0;
  for (int i = 0; i < user_count; i++)
    for (int at = 0; at < users[i].programs; at++) sum += missed_by(&users[i].attached[at]);
  return sum;
}

static void append_stacks(const struct journal* said, enum planted planted, char* text,
                          size_t bytes) {
  for (int i = 0; i < MOST_STACKS && (unsigned long long)i < said->next; i++) {
    if (!said->stacks[i][0]) continue;
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, bytes - used, " stack%d=", i);
    for (int at = 0; at < MOST_FRAMES && said->stacks[i][at]; at++) {
      char line[64];
      struct answer name = {""};
      snprintf(line, sizeof line, "name %llx", said->stacks[i][at]);
      ask_module(line, &name);
      if (strncmp(name.text, "ok ", 3) || is_planted_away(planted, name.text + 3)) continue;
      if (used + 128 > bytes) return;
      used += (size_t)snprintf(text + used, bytes - used, "%.100s<", name.text + 3);
    }
  }
}

static void told(const char* mistake, struct answer* answer) {
  static const char* const mistakes[] = PLANTED_NAMES;
  struct journal said = *journal;
  char text[sizeof answer->text - 8];
  size_t planted = 0;
  while (planted < sizeof mistakes / sizeof *mistakes && strcmp(mistakes[planted], mistake))
    planted++;
  memset(journal, 0, sizeof *journal);
  snprintf(text, sizeof text, "entries=%llu exits=%llu missed=%llu journal=", said.entries,
           said.exits, missed());
  append_events(&said, (enum planted)planted, text, sizeof text);
  append_stacks(&said, (enum planted)planted, text, sizeof text);
  answer_ok(answer, "%s", text);
}

bool obey_bpf_scene(const char* line, struct answer* answer) {
  char name[32] = "", words[64] = "";
  int id = 0;
  if (sscanf(line, "user %31s %d %63s", name, &id, words) == 3 && is_bpf_mechanism(name)) {
    attach(name, id, words, answer);
    return true;
  }
  if (!is_on) return false;
  if (sscanf(line, "leave %d", &id) == 1) {
    leave(id, answer);
    return true;
  }
  if (strncmp(line, "told", 4)) return false;
  sscanf(line, "told %31s", name);
  told(name, answer);
  return true;
}
