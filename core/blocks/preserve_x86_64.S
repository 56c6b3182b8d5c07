// Code of the trampolines that is no design's.
#include "core/blocks/trampoline_x86_64.inc"

        .text
// Where a block goes on that does not call the body, in the full set: on to the body (the word that retprobe_go_with_flags has
// taken the place of went to `body`), with the caller's flags. rsp = S. The words are in the red zone, as the block's are.
        .globl  retprobe_go_with_flags
        .hidden retprobe_go_with_flags
        .type   retprobe_go_with_flags, @function
retprobe_go_with_flags:
        .cfi_startproc
        lea     RP_ENTRY_DATA - RP_ENTRY_SIZE - 8(%rsp), %rsp
        .cfi_adjust_cfa_offset RP_ENTRY_SIZE + 8 - RP_ENTRY_DATA
        popfq
        .cfi_adjust_cfa_offset -8
        lea     RP_ENTRY_SIZE + 8 - RP_ENTRY_DATA - 8(%rsp), %rsp
        .cfi_adjust_cfa_offset -(RP_ENTRY_SIZE + 8 - RP_ENTRY_DATA - 8)
        jmp     *RP_ENTRY_BODY - RP_ENTRY_SIZE - 8(%rsp)
        .cfi_endproc
        .size   retprobe_go_with_flags, . - retprobe_go_with_flags

// retprobe_preserving_vectors(function, argument): see cpu.h.
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
