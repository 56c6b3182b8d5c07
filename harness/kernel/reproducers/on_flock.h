// What the programs share: a call of flock(2) that is in flight for as long as wanted, and programs
// of BPF on the function that the kernel runs it in.
#ifndef ON_FLOCK_H
#define ON_FLOCK_H

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TARGET "__x64_sys_flock"
#define MOST_FRAMES 32

enum { SHOWN = 1, NOT_SHOWN = 0, CANNOT = 2 };  // exit statuses

__attribute__((format(printf, 2, 3), noreturn)) static inline void end(int status,
                                                                       const char* format, ...) {
  static const char* const words[] = {"not shown", "shown", "cannot be tried"};
  va_list arguments;
  va_start(arguments, format);
  printf("%s: %s: ", program_invocation_short_name, words[status]);
  vprintf(format, arguments);
  putchar('\n');
  exit(status);
}

// --- a call in flight ----------------------------------------------------------------------------

static int holder, waiter;  // the same file, opened twice
static pthread_t blocked;
static char status_of_thread[64];

static inline void* call_flock(void* unused) {
  snprintf(status_of_thread, sizeof status_of_thread, "/proc/self/task/%d/syscall", (int)gettid());
  flock(waiter, LOCK_EX);
  return unused;
}

// Returns when the thread sleeps in flock(2).
static inline void begin_call(void) {
  char text[8] = "", expected[8];
  char path[] = "/tmp/on_flock.XXXXXX";
  snprintf(expected, sizeof expected, "%d ", SYS_flock);
  holder = mkstemp(path);
  waiter = open(path, O_RDWR);
  unlink(path);
  if (holder < 0 || waiter < 0) end(CANNOT, "no file in /tmp: %s", strerror(errno));
  flock(holder, LOCK_EX);
  status_of_thread[0] = 0;
  if (pthread_create(&blocked, NULL, call_flock, NULL)) end(CANNOT, "no thread can be started");
  while (strncmp(text, expected, strlen(expected))) {
    FILE* status = __atomic_load_n(&status_of_thread[0], __ATOMIC_ACQUIRE)
                       ? fopen(status_of_thread, "r")
                       : NULL;
    if (status && !fgets(text, sizeof text, status)) text[0] = 0;
    if (status) fclose(status);
    usleep(1000);
  }
}

static inline void end_call(void) {
  close(holder);
  pthread_join(blocked, NULL);
  close(waiter);
}

// --- programs of BPF on it -----------------------------------------------------------------------

struct seen {
  uint64_t hits;
  uint64_t stack[MOST_FRAMES];
};

struct attached {
  int program, link;
  struct seen* seen;
};

#define INSN(op, dst, src, offset, value) \
  ((struct bpf_insn){                     \
      .code = (op), .dst_reg = (dst), .src_reg = (src), .off = (offset), .imm = (value)})

// A program that counts its hits in this process, and keeps the stack of the last one.
static inline struct attached attach(enum bpf_attach_type where) {
  static struct btf* kernel;
  static char log[4096];
  if (!kernel && !(kernel = btf__load_vmlinux_btf()))
    end(CANNOT, "the kernel has no BTF: %s", strerror(errno));
  const int target = btf__find_by_name_kind(kernel, TARGET, BTF_KIND_FUNC);
  if (target < 0) end(CANNOT, "the kernel's BTF has no %s", TARGET);
  LIBBPF_OPTS(bpf_map_create_opts, mappable, .map_flags = BPF_F_MMAPABLE);
  const int map = bpf_map_create(BPF_MAP_TYPE_ARRAY, "seen", 4, sizeof(struct seen), 1, &mappable);
  if (map < 0) end(CANNOT, "no map of BPF: %s", strerror(errno));
  const struct bpf_insn code[] = {
      INSN(BPF_ALU64 | BPF_MOV | BPF_X, 6, 1, 0, 0),  // r6 = the context
      INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_get_current_pid_tgid),
      INSN(BPF_ALU64 | BPF_RSH | BPF_K, 0, 0, 0, 32),
      INSN(BPF_JMP | BPF_JNE | BPF_K, 0, 0, 10, getpid()),
      INSN(BPF_LD | BPF_DW | BPF_IMM, 7, BPF_PSEUDO_MAP_VALUE, 0, map),  // r7 = seen
      INSN(0, 0, 0, 0, 0),
      INSN(BPF_ALU64 | BPF_MOV | BPF_K, 1, 0, 0, 1),
      INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 7, 1, 0, BPF_ADD),
      INSN(BPF_ALU64 | BPF_MOV | BPF_X, 1, 6, 0, 0),
      INSN(BPF_ALU64 | BPF_MOV | BPF_X, 2, 7, 0, 0),
      INSN(BPF_ALU64 | BPF_ADD | BPF_K, 2, 0, 0, offsetof(struct seen, stack)),
      INSN(BPF_ALU64 | BPF_MOV | BPF_K, 3, 0, 0, sizeof(uint64_t[MOST_FRAMES])),
      INSN(BPF_ALU64 | BPF_MOV | BPF_K, 4, 0, 0, 0),
      INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_get_stack),
      INSN(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 0),
      INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
  };
  LIBBPF_OPTS(bpf_prog_load_opts, options, .expected_attach_type = where,
              .attach_btf_id = (uint32_t)target, .log_buf = log, .log_size = sizeof log,
              .log_level = 1);
  struct attached attached;
  attached.program = bpf_prog_load(BPF_PROG_TYPE_TRACING, "on_flock", "GPL", code,
                                   sizeof code / sizeof *code, &options);
  if (attached.program < 0)
    end(CANNOT, "no program of BPF can be loaded: %s %s", strerror(errno), log);
  attached.link = bpf_raw_tracepoint_open(NULL, attached.program);
  if (attached.link < 0) end(CANNOT, "it cannot be attached: %s", strerror(errno));
  attached.seen = mmap(NULL, sizeof(struct seen), PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
  if (attached.seen == MAP_FAILED) end(CANNOT, "the map cannot be mapped: %s", strerror(errno));
  close(map);
  return attached;
}

static inline void detach(struct attached attached) {
  close(attached.link);
  close(attached.program);
}

#endif
