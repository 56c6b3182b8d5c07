// _Fork, which runs no handlers of pthread_atfork; parent and child call probed functions.
// expect: child 42, parent 42
// calls: 2000 returned 2000 leaf
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int calls;

int leaf(int value) { return ++calls, value; }

int main(void) {
  int status, last;
  pid_t child = _Fork();
  for (int i = 0; i < 1000; ++i) {
    last = leaf(42);
    if (child) usleep(1);
  }
  if (child == 0) _exit(last);
  waitpid(child, &status, 0);
  printf("child %d, parent %d\n", WEXITSTATUS(status), last);
}
