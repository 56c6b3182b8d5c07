// Started with no standard output and no standard error: its first files get descriptors 1 and 2.
// with: "$@" 3>&1 >&- 2>&-
// expect: opened 1 and 2
// status: 12
// calls: 2 returned 2 open_one
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int open_one(void) { return open("/dev/null", O_WRONLY); }

int main(void) {
  int first = open_one(), second = open_one();
  dprintf(3, "opened %d and %d\n", first, second);
  return first * 10 + second;
}
