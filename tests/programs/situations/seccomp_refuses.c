// A filter refuses what a hit on a new part of the stack asks for; its calls are missed.
// flags: -pthread -O0
// expect: 120000
// expect: 120000
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define REFUSE(number)                                 \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

int depth(int left) {
  volatile char frame[128];
  frame[0] = 1;
  return left ? depth(left - 1) + frame[0] : 0;
}

// More than 16 MiB of stack.
void* deep(void* argument) { return (void*)(long)depth(120000); }

int main(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      REFUSE(SYS_gettid),
      REFUSE(SYS_getpid),
      REFUSE(SYS_tgkill),
      REFUSE(SYS_mmap),
      REFUSE(SYS_madvise),
      REFUSE(SYS_mprotect),
      REFUSE(SYS_rt_sigprocmask),
      REFUSE(SYS_sched_yield),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof code / sizeof *code, code};
  pthread_t thread;
  pthread_attr_t attributes;
  void* result;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 32 << 20);
  for (int i = 0; i < 2; ++i) {  // the second thread gets the stack of the first
    pthread_create(&thread, &attributes, deep, NULL);
    if (i == 0) {
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
      if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) return 1;
    }
    pthread_join(thread, &result);
    printf("%ld\n", (long)result);
  }
}
