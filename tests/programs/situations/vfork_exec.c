// Children of vfork that call probed functions, and execute another program or exit.
// expect: true 0, false 1, exit 5
// calls: 3 start
// calls: 3 returned 3 in_child
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int calls;

int in_child(int value) { return ++calls, value; }

int start(const char* program) {
  int status;
  pid_t child = vfork();
  if (child == 0) {
    int value = in_child(5);
    if (program) execlp(program, program, NULL);
    _exit(value);
  }
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  int first = start("true"), second = start("false"), third = start(NULL);
  printf("true %d, false %d, exit %d\n", first, second, third);
}
