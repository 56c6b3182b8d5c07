// retprobe_preserving_vectors(function, argument): see cpu.h.
#include "core/trampoline_x86_64.inc"

        .text
        .globl  retprobe_preserving_vectors
        .hidden retprobe_preserving_vectors
        .type   retprobe_preserving_vectors, @function
retprobe_preserving_vectors:
        .cfi_startproc
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        SAVE_EXTENDED
        mov     %rdi, %rax
        mov     %rsi, %rdi
        call    *%rax
        RESTORE_EXTENDED
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_same_value %rbp
        ret
        .cfi_endproc
        .size   retprobe_preserving_vectors, . - retprobe_preserving_vectors
        .section .note.GNU-stack, "", @progbits
