// A handler of SIGSEGV leaves the faulting function by siglongjmp, a thousand times.
// expect: 1000 faults
// calls: 1000 returned 0 abandoned 1000 touch
// calls: 1000 returned 0 abandoned 1000 handler
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;

void handler(int number) { siglongjmp(back, number); }
int touch(volatile int* address) { return *address + 1; }

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGSEGV, &action, NULL);
  volatile int faults = 0;
  for (volatile int i = 0; i < 1000; ++i) {
    if (sigsetjmp(back, 1) == 0)
      touch((volatile int*)16);
    else
      ++faults;
  }
  printf("%d faults\n", faults);
}
