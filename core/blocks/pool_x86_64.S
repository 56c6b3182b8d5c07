// The pools of blocks (block.h) and the unwind entries that cover them.
//
// Every page of the slot pool begins with a 32-byte header. An unwinder finds the header from any
// address in the page. It says that this is a page of the pool, and where the parallel shadow's
// table is:
//
//     +0  RP_POOL_MAGIC     +8  distance from here to retprobe_shadow_table
#include "core/blocks/layout.h"

// BLOCKS makes a pool of blocks with the records in the table `records`. The first block of a page
// is the page's header (`header` 1) or padding (0).
//
// (Names that begin with .L stay out of the symbol table. Otherwise tools would show them as names
// of code.)
.macro  BLOCKS records, header
        .set    block, 0
        .rept   RP_BLOCK_COUNT
        .if     block % (4096 / RP_BLOCK_BYTES)
        BLOCK   (\records+block*RP_RECORD_BYTES)
        .else
        .if     \header
        .quad   RP_POOL_MAGIC
        .quad   retprobe_shadow_table - .
        .endif
        .balign RP_BLOCK_BYTES, 0xcc
        .fill   (1 - \header) * RP_BLOCK_BYTES, 1, 0xcc
        .endif
        .set    block, block + 1
        .endr
.endm
.macro  BLOCK record
        START
        mov     %r11, RP_BLOCK_R11(%rsp)        // the full register set keeps it
        AT      RP_BLOCK_LEA
        lea     \record(%rip), %r11
        AT      RP_BLOCK_ENTER
        .byte   0x2e, 0x2e                      // idle prefixes: make_direct writes longer ones
        jmp     *RP_RECORD_ENTER(%r11)
        AT      RP_BLOCK_CALL
        .byte   0x2e, 0x2e
        call    *RP_BLOCK_BODY(%rsp)            // pushes T onto the stack and the return predictor
        AT      RP_BLOCK_T
        jmp     *\record + RP_RECORD_LEAVE(%rip)
        AT      RP_BLOCK_TRAP
        int3
        .balign RP_BLOCK_BYTES, 0xcc
.endm
// AT stops the assembly unless this place is `offset` bytes into its block. Only the first block of
// each pool is checked; to check all blocks would take clang's assembler an hour.
.macro  START
        .if     block == 1
        .set    .Lblock_start, .
        .endif
.endm
.macro  AT offset
        .if     block == 1
        .ifne   . - .Lblock_start - \offset
        .error  "a block's layout differs from layout.h"
        .endif
        .endif
.endm

        .section .text.retprobe_pool,"ax",@progbits
        .p2align 12
        .globl  retprobe_return_trampolines
        .hidden retprobe_return_trampolines
        .type   retprobe_return_trampolines, @function
// Debuggers and profilers show a T under this symbol. There is no second symbol at this address,
// since tools differ in which of two they show.
retprobe_return_trampolines:
        BLOCKS  retprobe_slot_records, 1
.Lslot_pool_end:
        .size   retprobe_return_trampolines, . - retprobe_return_trampolines

        .globl  retprobe_call_through
        .hidden retprobe_call_through
        .type   retprobe_call_through, @function
retprobe_call_through:
        BLOCKS  retprobe_framed_records, 0
.Lframed_pool_end:
        .size   retprobe_call_through, . - retprobe_call_through

// ---- Unwind entries, written by hand. One rule covers all blocks and depends on the offset of the
// ---- address in its block, which .cfi directives cannot express. The rules are DWARF expressions.
// ---- The comments show the expression's stack, top last.
#define DW_CFA_def_cfa_expression 0x0f
#define DW_CFA_val_expression     0x16
#define OP_deref   0x06
#define OP_const1u 0x08
#define OP_const2s 0x0b
#define OP_const8u 0x0e
#define OP_dup     0x12
#define OP_drop    0x13
#define OP_over    0x14
#define OP_swap    0x16
#define OP_and     0x1a
#define OP_minus   0x1c
#define OP_plus    0x22
#define OP_plus_uconst 0x23
#define OP_shl     0x24
#define OP_shr     0x25
#define OP_bra     0x28
#define OP_eq      0x29
#define OP_lt      0x2d
#define OP_ne      0x2e
#define OP_skip    0x2f
#define OP_lit(n)  (0x30 + (n))
#define OP_breg(n) (0x70 + (n))         /* n < 16; 16 (rip) is 0x80 */

        .section .eh_frame, "a", @progbits
// Slot pool. CFA and the caller's rip:
//   - Before the body's call, the block is a function whose return slot lies at rsp (at the call
//     itself: at rsp-8).
//   - At T, the block is a frame of size 0. The slot is popped; the parallel shadow has the
//     original address.
.Lslot_cie:
        .long   .Lslot_cie_end - .Lslot_cie_start
.Lslot_cie_start:
        .long   0
        .byte   1
        .asciz  "zPR"
        .uleb128 1
        .sleb128 -8
        .uleb128 16
        .uleb128 .Lslot_aug_end - .Lslot_aug
.Lslot_aug:
        .byte   0x9b                    // DW_EH_PE_indirect | pcrel | sdata4
        .long   .Lpersonality_pointer - .
        .byte   0x1b                    // DW_EH_PE_pcrel | sdata4
.Lslot_aug_end:
        .byte   DW_CFA_def_cfa_expression
        .uleb128 .Lslot_cfa_end - .Lslot_cfa
.Lslot_cfa:
        .byte   OP_breg(7), 0                           // sp
        .byte   0x80, 0                                 // sp ip
        .byte   OP_dup, OP_const2s
        .value  -4096
        .byte   OP_and, OP_deref, OP_const8u
        .quad   RP_POOL_MAGIC
        .byte   OP_eq                                   // sp ip in_pool
        .byte   OP_swap, OP_lit(31), OP_and             // sp in_pool offset
        .byte   OP_lit(RP_BLOCK_CALL), OP_lt            // sp in_pool slot_not_free
        .byte   OP_and, OP_lit(3), OP_shl, OP_plus      // sp + 8 or sp
.Lslot_cfa_end:
        .byte   DW_CFA_val_expression
        .uleb128 16
        .uleb128 .Lslot_rip_end - .Lslot_rip
.Lslot_rip:                                             // (the CFA is on the stack)
        .byte   OP_lit(8), OP_minus                     // S
        .byte   0x80, 0                                 // S ip
        .byte   OP_dup, OP_const2s
        .value  -4096
        .byte   OP_and                                  // S ip page
        .byte   OP_dup, OP_deref, OP_const8u
        .quad   RP_POOL_MAGIC
        .byte   OP_ne, OP_bra                           // not in the pool: the slot was restored
        .value  .Lslot_is_ip - 1f
1:      .byte   OP_swap, OP_lit(31), OP_and             // S page offset
        .byte   OP_lit(RP_BLOCK_T), OP_lt, OP_bra       // S page
        .value  .Lslot_is_slot - 2f
2:      .byte   OP_plus_uconst, 8, OP_dup, OP_deref, OP_plus, OP_deref  // S table
        .byte   OP_over, OP_lit(24), OP_shr, OP_lit(3), OP_shl          // S table S>>24*8
        .byte   OP_plus, OP_deref                       // S delta
        .byte   OP_plus, OP_deref                       // original
        .byte   OP_skip
        .value  .Lslot_rip_last - .Lslot_is_slot
.Lslot_is_slot:
        .byte   OP_drop, OP_deref                       // what the slot holds
        .byte   OP_skip
        .value  .Lslot_rip_last - .Lslot_is_ip
.Lslot_is_ip:
        .byte   OP_drop                                 // S ip
.Lslot_rip_last:
        .byte   OP_plus_uconst, 0
.Lslot_rip_end:
        .balign 8, 0
.Lslot_cie_end:
        .long   .Lslot_fde_end - .Lslot_fde_start
.Lslot_fde_start:
        .long   .Lslot_fde_start - .Lslot_cie
        .long   retprobe_return_trampolines - .
        .long   .Lslot_pool_end - retprobe_return_trampolines
        .uleb128 0
        .balign 8, 0
.Lslot_fde_end:

// Framed pool: before the body's call, a function without a frame; from there on, the rbp frame
// that the entry trampoline made.
.Lframed_cie:
        .long   .Lframed_cie_end - .Lframed_cie_start
.Lframed_cie_start:
        .long   0
        .byte   1
        .asciz  "zPR"
        .uleb128 1
        .sleb128 -8
        .uleb128 16
        .uleb128 .Lframed_aug_end - .Lframed_aug
.Lframed_aug:
        .byte   0x9b                    // DW_EH_PE_indirect | pcrel | sdata4
        .long   .Lframed_personality_pointer - .
        .byte   0x1b                    // DW_EH_PE_pcrel | sdata4
.Lframed_aug_end:
        .byte   DW_CFA_def_cfa_expression
        .uleb128 .Lframed_cfa_end - .Lframed_cfa
.Lframed_cfa:
        .byte   0x80, 0, OP_lit(31), OP_and             // offset
        .byte   OP_lit(RP_BLOCK_CALL), OP_lt, OP_bra    // without a frame
        .value  .Lframed_by_rsp - 1f
1:      .byte   OP_breg(6), 16, OP_skip                 // rbp + 16
        .value  .Lframed_cfa_last - .Lframed_by_rsp
.Lframed_by_rsp:
        .byte   OP_breg(7), 8                           // rsp + 8
.Lframed_cfa_last:
        .byte   OP_plus_uconst, 0
.Lframed_cfa_end:
        .byte   DW_CFA_val_expression
        .uleb128 6
        .uleb128 .Lframed_rbp_end - .Lframed_rbp
.Lframed_rbp:                                           // (the CFA is on the stack)
        .byte   0x80, 0, OP_lit(31), OP_and             // CFA offset
        .byte   OP_lit(RP_BLOCK_CALL), OP_lt, OP_bra    // CFA; rbp is the caller's
        .value  .Lframed_rbp_same - 1f
1:      .byte   OP_lit(16), OP_minus, OP_deref, OP_skip
        .value  .Lframed_rbp_last - .Lframed_rbp_same
.Lframed_rbp_same:
        .byte   OP_drop, OP_breg(6), 0
.Lframed_rbp_last:
        .byte   OP_plus_uconst, 0
.Lframed_rbp_end:
        .byte   0x80 | 16                               // DW_CFA_offset rip, at CFA - 8
        .uleb128 1
        .balign 8, 0
.Lframed_cie_end:
        .long   .Lframed_fde_end - .Lframed_fde_start
.Lframed_fde_start:
        .long   .Lframed_fde_start - .Lframed_cie
        .long   retprobe_call_through - .
        .long   .Lframed_pool_end - retprobe_call_through
        .uleb128 0
        .balign 8, 0
.Lframed_fde_end:

        .section .data.rel.ro, "aw", @progbits
        .balign 8
.Lpersonality_pointer:
        .quad   retprobe_personality
.Lframed_personality_pointer:
        .quad   retprobe_framed_personality

        .bss
        .balign 4096
        .globl  retprobe_slot_records, retprobe_framed_records
        .hidden retprobe_slot_records
        .hidden retprobe_framed_records
        .type   retprobe_slot_records, @object
        .type   retprobe_framed_records, @object
retprobe_slot_records:
        .zero   RP_BLOCK_COUNT * RP_RECORD_BYTES
        .size   retprobe_slot_records, . - retprobe_slot_records
retprobe_framed_records:
        .zero   RP_BLOCK_COUNT * RP_RECORD_BYTES
        .size   retprobe_framed_records, . - retprobe_framed_records

        .section .note.GNU-stack, "", @progbits
