// Machine code in mapped memory, without unwind tables, is called by and calls probed functions.
// expect: 1010
// calls: 10 returned 10 leaf
// calls: 10 returned 10 enter
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static volatile int calls;

int leaf(int value) { return ++calls, value + 1; }
int enter(int (*code)(int), int value) { return code(value) + calls * 0; }

int main(void) {
  // sub $8,%rsp; movabs $leaf,%rax; call *%rax; add $8,%rsp; ret
  unsigned char code[] = "\x48\x83\xec\x08\x48\xb8........\xff\xd0\x48\x83\xc4\x08\xc3";
  int (*target)(int) = leaf;
  memcpy(code + 6, &target, 8);
  void* memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  memcpy(memory, code, sizeof code);
  mprotect(memory, 4096, PROT_READ | PROT_EXEC);
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum += enter((int (*)(int))memory, 100);
  printf("%d\n", sum);
}
