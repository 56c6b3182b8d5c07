// The part of the trampolines' code that all designs share.
#include "core/blocks/trampoline_x86_64.inc"

        .text
// Where a paired entry trampoline goes on when no exit handler is due: as a block's `call`, but it
// jumps to the body, so that the return is not probed. The slot, which the trampoline has freed,
// still holds what it held. A hook chooses it by retprobe_pass_record, which takes the place of the
// block's record.
        FUNCTION retprobe_pass
        .cfi_def_cfa_offset 0
        DOWN    rsp, 8
        jmp     *RP_ENTRY_BODY - RP_ENTRY_SIZE(%rsp)
        END     retprobe_pass

        .section .data.rel.ro, "aw", @progbits
        .balign RP_RECORD_BYTES
        .globl  retprobe_pass_record
        .hidden retprobe_pass_record
        .type   retprobe_pass_record, @object
        .size   retprobe_pass_record, RP_RECORD_BYTES
retprobe_pass_record:
        .zero   RP_RECORD_CALL
        .quad   retprobe_pass
        .zero   RP_RECORD_BYTES - RP_RECORD_CALL - 8
        .text

// retprobe_preserving_vectors(function, argument): see core/system/cpu.h.
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
