// A function that others enter by a jump, with more on the stack than its own frame: both ways.
// expect: called 42, jumped 42, pushed 43
// calls: 3 returned 3 target
#include <stdio.h>

__asm__(
    ".globl target\n .type target, @function\n target:\n"
    ".Lsite: .byte 0x0f,0x1f,0x44,0x00,0x00\n"
    ".pushsection __patchable_function_entries,\"awo\",@progbits,target\n .quad .Lsite\n"
    ".popsection\n lea 1(%rdi), %eax\n ret\n .size target, .-target\n"
    ".globl jumped\n .type jumped, @function\n jumped:\n jmp target\n .size jumped, .-jumped\n"
    ".globl pushed\n .type pushed, @function\n pushed:\n sub $24, %rsp\n"
    "lea after(%rip), %rax\n push %rax\n jmp target\n after: add $24, %rsp\n inc %eax\n ret\n"
    ".size pushed, .-pushed\n");

int target(int value);
int jumped(int value);
int pushed(int value);

int main(void) { printf("called %d, jumped %d, pushed %d\n", target(41), jumped(41), pushed(41)); }
