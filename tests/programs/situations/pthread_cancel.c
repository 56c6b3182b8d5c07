// Threads are cancelled while a probed call blocks in read, below a cleanup handler.
// flags: -pthread
// expect: cancelled 50, cleanups 50
// calls: 50 returned 0 block
// calls: 50 returned 0 waits
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int pipes[2], cleanups;

void cleanup(void* counter) { ++*(int*)counter; }

int block(void) {
  char byte;
  write(pipes[1], "b", 1);
  return pause() + read(-1, &byte, 1);
}

void* waits(void* unused) {
  pthread_cleanup_push(cleanup, &cleanups);
  block();
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  int cancelled = 0;
  pipe(pipes);
  for (int i = 0; i < 50; ++i) {
    pthread_t thread;
    void* result;
    char byte;
    pthread_create(&thread, NULL, waits, NULL);
    read(pipes[0], &byte, 1);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    cancelled += result == PTHREAD_CANCELED;
  }
  printf("cancelled %d, cleanups %d\n", cancelled, cleanups);
}
