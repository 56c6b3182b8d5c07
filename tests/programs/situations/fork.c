// Children of fork, and of forks in them, while a probed call is on the stack.
// expect: 12 processes, sum 120
// calls: 15 returned 15 forked
// calls: 32 returned 32 leaf
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int calls;

int leaf(int value) { return ++calls, value; }

// The status of the child: the sum of its own and its children's.
int forked(int depth) {
  int sum = leaf(0), status;
  for (int i = 0; i < depth; ++i) {
    pid_t child = fork();
    if (child == 0) _exit(forked(i));
    waitpid(child, &status, 0);
    sum += WEXITSTATUS(status);
  }
  return sum + leaf(8);
}

int main(void) {
  int sum = forked(3) + forked(2) + leaf(0) + forked(1) + leaf(0) + forked(0);
  printf("12 processes, sum %d\n", sum);
}
