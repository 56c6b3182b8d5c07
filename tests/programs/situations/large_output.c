// Sixteen megabytes of output through a pipe.
// with: "$@" | cksum
// expect: 3942625121 16777216
// calls: 4096 returned 4096 block
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int block(unsigned number) {
  unsigned words[1024];
  for (unsigned i = 0; i < 1024; ++i) words[i] = number * 1024 + i;
  for (size_t at = 0; at < sizeof words;) {
    ssize_t n = write(1, (char*)words + at, sizeof words - at);
    if (n < 0) return -1;
    at += n;
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < 4096; ++i)
    if (block(i)) return 1;
}
