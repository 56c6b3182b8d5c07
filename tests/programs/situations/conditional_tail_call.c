// A conditional tail call, taken and not; and one through a scratch register.
// expect: 4 taken, 6 not taken, scratch 42
// calls: 10 returned 10 conditional
// calls: 4 returned 4 taken
// calls: 1 returned 1 scratch
#include <stdio.h>

__asm__(
    ".macro begin name\n .globl \\name\n .type \\name, @function\n \\name:\n"
    ".Lsite\\@: .byte 0x0f,0x1f,0x44,0x00,0x00\n"
    ".pushsection __patchable_function_entries,\"awo\",@progbits,\\name\n .quad .Lsite\\@\n"
    ".popsection\n .endm\n"
    ".macro finish name\n .size \\name, .-\\name\n .endm\n"
    "begin conditional\n cmp $4, %edi\n mov $0, %eax\n jb taken\n ret\n finish conditional\n"
    "begin taken\n mov $1, %eax\n ret\n finish taken\n"
    "begin scratch\n lea answer(%rip), %r11\n xor %eax, %eax\n jmp *%r11\n finish scratch\n"
    "begin answer\n lea 42(%rax), %eax\n ret\n finish answer\n");

int conditional(unsigned value);
int scratch(void);

int main(void) {
  int taken = 0;
  for (int i = 0; i < 10; ++i) taken += conditional(i);
  printf("%d taken, %d not taken, scratch %d\n", taken, 10 - taken, scratch());
}
