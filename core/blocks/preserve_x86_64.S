// retprobe_preserving_vectors(function, argument): see core/system/cpu.h.
#include "core/blocks/trampoline_x86_64.inc"

        .text
        FUNCTION retprobe_preserving_vectors
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
        END     retprobe_preserving_vectors
        .section .note.GNU-stack, "", @progbits
