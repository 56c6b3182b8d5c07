// The part of the trampolines' code that all designs share.
#include "core/blocks/trampoline_x86_64.inc"

        .text
// `go` of a block with the full register set that does not call the body. Restores the caller's
// flags and jumps to the body. The address is in EntryFrame::body, and the flags are in the word
// below it (see ENTRY_full). Both words are in the red zone, like those that blocks read. rsp = S.
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

// retprobe_preserving_vectors(function, argument): see core/system/cpu.h.
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
