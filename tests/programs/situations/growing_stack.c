// Frames of alloca between probed calls, up to 1 MB each: the stack grows by many pages at once.
// expect: 6, 1023
// calls: 19 returned 19 grow
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static volatile char sink;

int grow(int depth) {
  if (depth > 10) return 0;
  char* block = alloca(1024 << depth);
  memset(block, depth, 1024 << depth);
  int bytes = grow(depth + 1) + (1 << depth);
  sink = block[bytes % 1024];
  return sink == depth ? bytes : -1;
}

int main(void) {
  int depth = grow(5);
  printf("%d, %d\n", depth >> 5 ? 6 : 0, grow(0) & 1023);
}
