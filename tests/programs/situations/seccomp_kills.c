// A filter that kills on what a hit may not ask for; then a call of the thread that set it.
// expect: filtered 42
// calls: 2 returned 2 leaf
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define KILL_ON(number)                                \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

static volatile int calls;

int leaf(int value) { return ++calls, value; }

int main(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      KILL_ON(SYS_gettid),
      KILL_ON(SYS_getpid),
      KILL_ON(SYS_tgkill),
      KILL_ON(SYS_membarrier),
      KILL_ON(SYS_mprotect),
      KILL_ON(SYS_process_vm_readv),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof code / sizeof *code, code};
  leaf(0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) return 1;
  printf("filtered %d\n", leaf(42));
}
