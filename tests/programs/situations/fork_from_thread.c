// A thread that has made no probed call yet forks; parent and child then call probed functions.
// flags: -pthread
// expect: 20 children, sum 840
// calls: 40 returned 40 leaf
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int calls;

int leaf(int value) { return ++calls, value; }

__attribute__((patchable_function_entry(0))) void* forks(void* unused) {
  int status;
  pid_t child = fork();
  if (child == 0) _exit(leaf(21));
  waitpid(child, &status, 0);
  return (void*)(long)(WEXITSTATUS(status) + leaf(21));
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < 20; ++i) {
    pthread_t thread;
    void* result;
    pthread_create(&thread, NULL, forks, NULL);
    pthread_join(thread, &result);
    sum += (long)result;
  }
  printf("20 children, sum %ld\n", sum);
}
