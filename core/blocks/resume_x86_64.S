// Where hooks go on: these routines take a hook's frame away and go on to the body, or to the
// caller. All designs share them.
#include "core/blocks/trampoline_x86_64.inc"

#define RP_ENTRY_ROUTINE(MODE, SET) RESUME_ENTRY MODE, SET;
#define RP_RETURN_ROUTINE(LEAVE, SET) RESUME_RETURN LEAVE, SET;
        .text
        RP_RESUME_ENTRIES(RP_ENTRY_ROUTINE)
        RP_RESUME_RETURNS(RP_RETURN_ROUTINE)

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
        .section .note.GNU-stack, "", @progbits
