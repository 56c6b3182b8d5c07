// Limits of descriptors, locked memory, processes and addresses that the program sets itself.
// expect: 8 descriptors, mapped 1
// calls: 9 open_one
// calls: 1 returned 1 map
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>

int open_one(void) { return open("/dev/null", O_RDONLY); }
int map(void) { return mmap(0, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANON, -1, 0) != MAP_FAILED; }

int main(void) {
  struct rlimit descriptors = {11, 11}, none = {0, 0};
  setrlimit(RLIMIT_NOFILE, &descriptors);
  setrlimit(RLIMIT_MEMLOCK, &none);
  setrlimit(RLIMIT_CORE, &none);
  int opened = 0;
  while (open_one() >= 0) ++opened;
  printf("%d descriptors, mapped %d\n", opened, map());
}
