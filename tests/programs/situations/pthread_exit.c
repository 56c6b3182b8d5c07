// pthread_exit out of nested probed calls: cleanups run, values arrive; main ends so, too.
// flags: -pthread -fexceptions
// expect: sum 4950, cleanups 100
// expect: the last thread
// calls: 100 returned 0 abandoned 100 outer
// calls: 100 returned 0 unwound 100 leave
// calls: 100 returned 100 cleanup
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int cleanups;

void cleanup(void* counter) { __atomic_add_fetch((int*)counter, 1, __ATOMIC_RELAXED); }
void leave(void* value) { pthread_exit(value); }

void* outer(void* value) {
  pthread_cleanup_push(cleanup, &cleanups);
  leave(value);
  pthread_cleanup_pop(0);
  return NULL;
}

void* last(void* main_thread) {
  pthread_join((pthread_t)main_thread, NULL);
  printf("the last thread\n");
  return NULL;
}

int main(void) {
  long sum = 0;
  for (long i = 0; i < 100; ++i) {
    pthread_t thread;
    void* value;
    pthread_create(&thread, NULL, outer, (void*)i);
    pthread_join(thread, &value);
    sum += (long)value;
  }
  printf("sum %ld, cleanups %d\n", sum, cleanups);
  pthread_t thread;
  pthread_create(&thread, NULL, last, (void*)pthread_self());
  pthread_exit(NULL);
}
