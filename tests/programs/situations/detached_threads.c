// Detached threads still run probed calls when main returns: the program ends at once.
// flags: -pthread
// expect: 8 run
// status: 4
// calls: 8 returned 0 endless
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int running;

int busy(int n) { return n ? busy(n - 1) : 0; }

void* endless(void* unused) {
  __atomic_add_fetch(&running, 1, __ATOMIC_SEQ_CST);
  for (;;) busy(20);
}

int main(void) {
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  for (int i = 0; i < 8; ++i) pthread_create(&thread, &detached, endless, NULL);
  while (running < 8) usleep(100);
  printf("8 run\n");
  return 4;
}
