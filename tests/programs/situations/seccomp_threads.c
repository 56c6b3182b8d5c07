// Threads whose first hit comes after a filter that kills on what it would ask for: a filter of
// their own; then one that they are made with.
// flags: -pthread
// expect: 3 of 3
// calls: 3 returned 3 leaf
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <threads.h>

#define NOT_PROBED __attribute__((patchable_function_entry(0)))
#define KILL_ON(number)                                \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define LOAD BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static volatile int calls;

int leaf(int value) { return ++calls, value; }

NOT_PROBED void set(struct sock_filter* code, unsigned short count) {
  struct sock_fprog filter = {count, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) perror("filter");
}

// The end of a thread asks for rt_sigprocmask, madvise and munmap, so those are left.
NOT_PROBED int sets_filter(void* argument) {
  struct sock_filter code[] = {
      LOAD,
      KILL_ON(SYS_gettid),
      KILL_ON(SYS_getpid),
      KILL_ON(SYS_tgkill),
      KILL_ON(SYS_mmap),
      KILL_ON(SYS_mprotect),
      KILL_ON(SYS_openat),
      KILL_ON(SYS_process_vm_readv),
      KILL_ON(SYS_sigaltstack),
      ALLOW,
  };
  set(code, sizeof code / sizeof *code);
  return leaf(0);
}
NOT_PROBED void* sets_filter_too(void* argument) { return (void*)(long)sets_filter(argument); }
NOT_PROBED void* finds_filter(void* argument) { return (void*)(long)leaf(0); }

NOT_PROBED int main(void) {
  pthread_t thread;
  thrd_t c_thread;
  pthread_create(&thread, NULL, sets_filter_too, NULL);
  pthread_join(thread, NULL);
  thrd_create(&c_thread, sets_filter, NULL);
  thrd_join(c_thread, NULL);

  struct sock_filter code[] = {
      LOAD, KILL_ON(SYS_gettid), KILL_ON(SYS_getpid), KILL_ON(SYS_tgkill), ALLOW,
  };
  set(code, sizeof code / sizeof *code);
  pthread_create(&thread, NULL, finds_filter, NULL);
  pthread_join(thread, NULL);
  printf("%d of 3\n", calls);
}
