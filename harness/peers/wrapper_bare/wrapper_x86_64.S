/* A wrapper of three calls: entry handler, body, exit handler. It saves no register: its handlers
   keep them all (handlers.cc). It guarantees nothing. */

#include "harness/peers/wrapper/stubs.inc"

    .text
    .balign 64
    .type   retprobe_wrapper, @function
retprobe_wrapper:                            /* rsp: the return slot; r11: the body's word */
    .cfi_startproc
    push    %r11                             /* and the stack is aligned for calls */
    .cfi_adjust_cfa_offset 8
    call    *retprobe_wrapper_handlers(%rip)
    mov     (%rsp), %r11
    call    *(%r11)
    mov     (%rsp), %r11
    call    *retprobe_wrapper_handlers+8(%rip)
    add     $8, %rsp
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size   retprobe_wrapper, . - retprobe_wrapper
