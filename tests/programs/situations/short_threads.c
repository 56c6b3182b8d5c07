// Two thousand threads that live for one call, twenty at once.
// flags: -pthread
// expect: sum 1999000
// calls: 2000 returned 2000 work
// calls: 2000 returned 2000 inner
#include <pthread.h>
#include <stdio.h>

static volatile int calls;

long inner(long value) { return calls = 1, value; }
void* work(void* value) { return (void*)inner((long)value); }

int main(void) {
  long sum = 0;
  for (long first = 0; first < 2000; first += 20) {
    pthread_t threads[20];
    for (long i = 0; i < 20; ++i) pthread_create(&threads[i], NULL, work, (void*)(first + i));
    for (int i = 0; i < 20; ++i) {
      void* value;
      pthread_join(threads[i], &value);
      sum += (long)value;
    }
  }
  printf("sum %ld\n", sum);
}
