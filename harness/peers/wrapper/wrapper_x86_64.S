/* A wrapper of three calls: entry handler, body, exit handler. It saves what the scalar register
   set saves (docs/architecture.md, "Registers"), and guarantees nothing: no guard, no way to take a
   tracer away while threads run it, no shadow stack, no notice of a call that is left by a jump or
   an exception. A body with arguments on the stack would not find them. */

#include "harness/peers/wrapper/stubs.inc"

    .text
    .balign 64
    .type   retprobe_wrapper, @function
retprobe_wrapper:                            /* rsp: the return slot; r11: the body's word */
    .cfi_startproc
    sub     $88, %rsp
    .cfi_adjust_cfa_offset 88
    mov     %rax, (%rsp)
    mov     %rcx, 8(%rsp)
    mov     %rdx, 16(%rsp)
    mov     %rsi, 24(%rsp)
    mov     %rdi, 32(%rsp)
    mov     %r8, 40(%rsp)
    mov     %r9, 48(%rsp)
    mov     %r10, 56(%rsp)
    mov     %r11, 64(%rsp)
    mov     retprobe_wrapper_handlers+16(%rip), %rdi
    mov     %r11, %rsi
    call    *retprobe_wrapper_handlers(%rip)
    mov     64(%rsp), %r11
    mov     56(%rsp), %r10
    mov     48(%rsp), %r9
    mov     40(%rsp), %r8
    mov     32(%rsp), %rdi
    mov     24(%rsp), %rsi
    mov     16(%rsp), %rdx
    mov     8(%rsp), %rcx
    mov     (%rsp), %rax
    call    *(%r11)
    mov     %rax, (%rsp)
    mov     %rdx, 8(%rsp)
    mov     retprobe_wrapper_handlers+16(%rip), %rdi
    mov     64(%rsp), %rsi
    call    *retprobe_wrapper_handlers+8(%rip)
    mov     (%rsp), %rax
    mov     8(%rsp), %rdx
    add     $88, %rsp
    .cfi_adjust_cfa_offset -88
    ret
    .cfi_endproc
    .size   retprobe_wrapper, . - retprobe_wrapper
