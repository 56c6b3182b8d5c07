// The skeleton of a hit: the instructions that a warm hit of counted_shadow executes (paired,
// scalar, one tracer), and variants of it (skeleton_variants.inc). Each variant is a probed
// function of its own:
//
//     retprobe_skeleton_CHANGE_PAIRS_PLACE_site     the function; returns 3 * rdi + 1
//     std::uint64_t retprobe_skeleton_CHANGE_PAIRS_PLACE(std::uint64_t passes)
//                                                   calls it with passes … 1; returns the sum
//
// Each variant is there three times, since predictors and caches go by addresses. At PLACE 1 and 2
// the pieces are farther from each other, by that many cache lines.
//
// The pieces, their order and their instructions are those of `retprobe cost --path --design
// counted_shadow`. (skeleton_test.cc holds the two against each other.) Each piece begins at a
// cache line. There is no unwind information, since nothing here is unwound.
#include "core/blocks/trampoline_x86_64.inc"
#include "harness/cost/skeleton_parts.h"

// Offsets of skeleton.cc's structures. They are those of the core's.
#define STACK_LOW 0
#define STACK_NEAR_BYTES 8
#define STACK_DELTA 0x10
#define STACK_BYTES 0x18
#define STACK_TOP 0x20
#define STACK_LIMIT 0x28
#define THREAD_STACK 0
#define THREAD_GUARD 8
#define THREAD_RUNNING 0x10
#define ATTACHMENT_HANDLE 0
#define ATTACHMENT_ON_ENTRY 8
#define ATTACHMENT_ON_RETURN 0x10
#define ATTACHMENT_OWNER 0x18
#define ATTACHMENT_WANTED 0x20
#define RECORD_HANDLE 0x20
#define HANDLE_PLACE 0x3fffffc0
#define FRAME_BYTES 0x18
#define SLOT 0xc8                       /* from EntryFrame, ReturnFrame */

        .hidden retprobe_skeleton_thread_offset
        .hidden retprobe_skeleton_attachments
        .hidden retprobe_skeleton_handle
        .hidden retprobe_skeleton_stopped

#define WITHOUT(part) (\without & RP_WITHOUT_##part)
#define WITH(part) (\without & RP_WITH_##part)

.macro  PIECE label
        .balign 64
        .if     place
        .skip   64 * place
        .endif
\label:
.endm
// A test that a warm hit does not pass: followed by its jump.
.macro  RARELY condition
        j\condition     .Lrare
.endm

.macro  MORE without, frame
        .if     WITH(INSTRUCTIONS)
        .rept   20
        lea     1(%rsp), %r10
        .endr
        .endif
        .if     WITH(STORES)
        mov     %rsp, RP_RBX(\frame)
        mov     %rsp, RP_RBP(\frame)
        mov     %rsp, RP_R12(\frame)
        mov     %rsp, RP_R13(\frame)
        mov     %rsp, RP_R14(\frame)
        .endif
.endm

.macro  ENTRY_TRAMPOLINE without
        lea     -(RP_ENTRY_SIZE + 8)(%rsp), %rsp
        .if     WITHOUT(REGISTERS)
        mov     %rdi, 8 + RP_RDI(%rsp)
        .else
        SAVE_ARGUMENTS 8
        .endif
        .if     !WITHOUT(HANDLER_WORDS)
        movq    $RP_FRAME_MARK + RP_SET_SCALAR, 8 + RP_SET(%rsp)
        .endif
        mov     %r11, 8 + RP_ENTRY_RECORD(%rsp)
        .if     !WITHOUT(UNWINDER_WORDS)
        lea     .Lrare(%rip), %rax
        mov     %rax, (%rsp)
        .endif
        mov     %r11, %rdi
        lea     8(%rsp), %rsi
.endm

// `x`: the bytes on the stack between the frame and the return slot: 8 where the block calls the
// entry trampoline, whose return address lies there; else 0.
.macro  ENTRY_HOOK without, x
        mov     retprobe_skeleton_thread_offset(%rip), %rax
        .if     !WITHOUT(GUARD) && !WITHOUT(TESTS)
        cmpq    $0, %fs:THREAD_GUARD(%rax)
        RARELY  nz
        .endif
        lea     SLOT + \x(%rsi), %rcx
        .if     !WITHOUT(GUARD)
        mov     %rcx, %fs:THREAD_GUARD(%rax)
        .endif
        mov     RECORD_HANDLE(%rdi), %r8
        .if     !WITHOUT(TESTS)
        test    %r8, %r8
        RARELY  le
        .endif
        mov     %fs:THREAD_STACK(%rax), %rdx
        .if     !WITHOUT(TESTS)
        mov     %rcx, %r10
        .endif
        mov     STACK_TOP(%rdx), %r9
        .if     !WITHOUT(TESTS)
        sub     STACK_LOW(%rdx), %r10
        cmp     STACK_NEAR_BYTES(%rdx), %r10
        RARELY  nb
        cmp     -8(%r9), %rcx
        RARELY  nb
        cmp     STACK_LIMIT(%rdx), %r9
        RARELY  nb
        .endif
        .if     !WITHOUT(SHADOW)
        mov     STACK_DELTA(%rdx), %rdx
        .endif
        mov     SLOT + \x(%rsi), %rdi
        .if     !WITHOUT(SHADOW)
        mov     %rdi, SLOT + \x(%rsi, %rdx)
        .endif
        mov     %r8, %rdx
        and     $HANDLE_PLACE, %edx
        add     retprobe_skeleton_attachments(%rip), %rdx
        mov     %rdi, (%r9)
        .if     !WITHOUT(FRAME)
        mov     %r8, 8(%r9)
        mov     %rcx, 16(%r9)
        .endif
        .if     !WITHOUT(ANNOUNCEMENT)
        mov     %rdx, %fs:THREAD_RUNNING(%rax)
        .endif
        .if     !WITHOUT(TESTS)
        cmp     %r8, ATTACHMENT_HANDLE(%rdx)
        RARELY  nz
        cmpb    $0, retprobe_skeleton_stopped(%rip)
        RARELY  nz
        .endif
        sub     $8, %rsp
        mov     ATTACHMENT_OWNER(%rdx), %rdi
        .if     !WITHOUT(HANDLER_WORDS)
        movq    $0, RP_ENTRY_DATA(%rsi)
        .endif
        MORE    \without, %rsi
        .if     WITHOUT(HANDLERS)
        mov     $1, %eax
        .else
        call    *ATTACHMENT_ON_ENTRY(%rdx)
        .endif
        .if     !(WITHOUT(GUARD) && WITHOUT(FRAME) && (WITHOUT(ANNOUNCEMENT) || WITHOUT(TESTS)))
        mov     retprobe_skeleton_thread_offset(%rip), %rdx
        .endif
        .if     !WITHOUT(TESTS)
        .if     WITHOUT(ANNOUNCEMENT)
        test    %al, %al
        .else
        mov     %fs:THREAD_RUNNING(%rdx), %rcx
        test    %al, ATTACHMENT_WANTED(%rcx)
        .endif
        RARELY  z
        .endif
        .if     !WITHOUT(FRAME)
        mov     %fs:THREAD_STACK(%rdx), %rax
        addq    $FRAME_BYTES, STACK_TOP(%rax)
        .endif
        .if     !WITHOUT(GUARD)
        movq    $0, %fs:THREAD_GUARD(%rdx)
        .endif
        add     $8, %rsp
.endm

// `free`: the bytes above the frame that are given back, too: the return slot's, for T.
.macro  RESUME_ENTRY_HERE without, free
        mov     8 + RP_ENTRY_RECORD(%rsp), %r11
        .if     WITHOUT(REGISTERS)
        mov     8 + RP_RDI(%rsp), %rdi
        .else
        RESTORE_ARGUMENTS 8
        .endif
        lea     RP_ENTRY_SIZE + 8 + \free(%rsp), %rsp
.endm

// `bytes`: from the frame's lowest word to rsp as it was.
.macro  RETURN_TRAMPOLINE without, bytes
        lea     -(\bytes)(%rsp), %rsp
        mov     %rax, 8 + RP_RAX(%rsp)
        .if     !WITHOUT(REGISTERS)
        mov     %rdx, 8 + RP_RDX(%rsp)
        .endif
        .if     !WITHOUT(HANDLER_WORDS)
        movq    $RP_FRAME_MARK + RP_SET_SCALAR, 8 + RP_SET(%rsp)
        .endif
        .if     !WITHOUT(UNWINDER_WORDS)
        lea     .Lrare(%rip), %rax
        mov     %rax, (%rsp)
        .endif
        lea     8(%rsp), %rsi
.endm

.macro  RETURN_HOOK without
        mov     retprobe_skeleton_thread_offset(%rip), %rax
        .if     !WITHOUT(FRAME) && !WITHOUT(TESTS)
        lea     SLOT(%rsi), %rdi
        .endif
        .if     !WITHOUT(GUARD)
        .if     !WITHOUT(TESTS)
        cmpq    $0, %fs:THREAD_GUARD(%rax)
        RARELY  nz
        .endif
        lea     RP_SET + 1(%rsi), %rdx
        mov     %rdx, %fs:THREAD_GUARD(%rax)
        .endif
        mov     %fs:THREAD_STACK(%rax), %rdx
        mov     STACK_TOP(%rdx), %rcx
        .if     !WITHOUT(TESTS)
        .if     !WITHOUT(FRAME)
        cmp     -8(%rcx), %rdi
        RARELY  nz
        .endif
        cmpq    $0, STACK_BYTES(%rdx)
        RARELY  z
        .endif
        sub     $8, %rsp
        .if     WITHOUT(FRAME)
        mov     retprobe_skeleton_handle(%rip), %rdi
        .else
        mov     -16(%rcx), %rdi
        .endif
        .if     !WITHOUT(TESTS)
        test    %rdi, %rdi
        RARELY  le
        .endif
        .if     WITHOUT(FRAME)
        mov     (%rcx), %rdx
        .else
        lea     -FRAME_BYTES(%rcx), %r8
        mov     %r8, STACK_TOP(%rdx)
        mov     -FRAME_BYTES(%rcx), %rdx
        .endif
        mov     %rdx, SLOT(%rsi)
        mov     %rdi, %rdx
        and     $HANDLE_PLACE, %edx
        add     retprobe_skeleton_attachments(%rip), %rdx
        .if     !WITHOUT(ANNOUNCEMENT)
        mov     %rdx, %fs:THREAD_RUNNING(%rax)
        .endif
        .if     !WITHOUT(TESTS)
        cmp     %rdi, ATTACHMENT_HANDLE(%rdx)
        RARELY  nz
        cmpb    $0, retprobe_skeleton_stopped(%rip)
        RARELY  nz
        .endif
        mov     ATTACHMENT_OWNER(%rdx), %rdi
        .if     !WITHOUT(HANDLER_WORDS)
        movq    $0, RP_RETURN_DATA(%rsi)
        mov     %rdx, RP_RETURN_ATTACHMENT(%rsi)
        .endif
        MORE    \without, %rsi
        .if     !WITHOUT(HANDLERS)
        call    *ATTACHMENT_ON_RETURN(%rdx)
        .endif
        .if     !WITHOUT(GUARD)
        mov     retprobe_skeleton_thread_offset(%rip), %rax
        movq    $0, %fs:THREAD_GUARD(%rax)
        .endif
        add     $8, %rsp
.endm

.macro  RESUME_RETURN_HERE without, bytes
        mov     8 + RP_RAX(%rsp), %rax
        .if     !WITHOUT(REGISTERS)
        mov     8 + RP_RDX(%rsp), %rdx
        .endif
        lea     \bytes(%rsp), %rsp
.endm

// All pieces, in the order in which they run.
.macro  IN_ONE_LINE name, without
        ENTRY_TRAMPOLINE \without
        ENTRY_HOOK \without, 0
        RESUME_ENTRY_HERE \without, 8
        call    retprobe_skeleton_\name\()_body
        RETURN_TRAMPOLINE \without, (RP_RETURN_SIZE+8)
        RETURN_HOOK \without
        RESUME_RETURN_HERE \without, (RP_RETURN_SLOT+8)
        ret
.endm

// The pieces of a real hit: the rest of the block, the trampolines, the hooks, the resume routines.
// With more than three pairs, a jump to a piece and a jump from it become a call and a `ret`.
.macro  IN_PIECES name, without, pairs
        .if     \pairs >= 6
        call    .Lentry_trampoline_\name
        lea     8(%rsp), %rsp           // the return slot is free, for T
        .else
        jmp     .Lentry_trampoline_\name
.Lcall_\name:
        .endif
        call    retprobe_skeleton_\name\()_body
        .if     \pairs >= 7
        lea     -8(%rsp), %rsp          // the return slot
        call    .Lreturn_trampoline_\name
        ret
        .else
        jmp     .Lreturn_trampoline_\name
        .endif

        PIECE   .Lentry_trampoline_\name
        ENTRY_TRAMPOLINE \without
        .if     \pairs >= 4
        call    .Lon_entry_\name
        .else
        jmp     .Lon_entry_\name
        PIECE   .Lresume_entry_\name
        .endif
        .if     \pairs >= 6
        RESUME_ENTRY_HERE \without, 0
        ret
        .else
        RESUME_ENTRY_HERE \without, 8
        .if     WITHOUT(INDIRECT_JUMPS)
        jmp     .Lcall_\name
        .else
        jmp     *RP_RECORD_CALL(%r11)
        .endif
        .endif

        PIECE   .Lon_entry_\name
        .if     \pairs >= 6
        ENTRY_HOOK \without, 8
        .else
        ENTRY_HOOK \without, 0
        .endif
        .if     \pairs >= 4
        ret
        .else
        jmp     .Lresume_entry_\name
        .endif

        PIECE   .Lreturn_trampoline_\name
        .if     \pairs >= 7
        RETURN_TRAMPOLINE \without, (RP_RETURN_SIZE-8)
        .else
        RETURN_TRAMPOLINE \without, (RP_RETURN_SIZE+8)
        .endif
        .if     \pairs >= 5
        call    .Lon_return_\name
        .else
        jmp     .Lon_return_\name
        PIECE   .Lresume_return_\name
        .endif
        .if     \pairs >= 7
        RESUME_RETURN_HERE \without, RP_RETURN_SLOT
        .else
        RESUME_RETURN_HERE \without, (RP_RETURN_SLOT+8)
        .endif
        ret

        PIECE   .Lon_return_\name
        RETURN_HOOK \without
        .if     \pairs >= 5
        ret
        .else
        jmp     .Lresume_return_\name
        .endif
.endm

// The return slot is the last word of a page. So in each process the stack's words have the same
// distance, modulo a page, from all others. Processors take a load for one of an earlier store's
// word where only the addresses' low 12 bits agree.
.macro  LOOP name, function
        .globl  retprobe_skeleton_\name
        .hidden retprobe_skeleton_\name
        .type   retprobe_skeleton_\name, @function
        PIECE   retprobe_skeleton_\name
        push    %rbp
        mov     %rsp, %rbp
        push    %rbx
        push    %r12
        and     $-4096, %rsp
        mov     %rdi, %rbx
        xor     %r12d, %r12d
.Lpass_\name:
        mov     %rbx, %rdi
        call    \function
        add     %rax, %r12
        dec     %rbx
        jnz     .Lpass_\name
        mov     %r12, %rax
        mov     -8(%rbp), %rbx
        mov     -16(%rbp), %r12
        leave
        ret
        .size   retprobe_skeleton_\name, . - retprobe_skeleton_\name
.endm

.macro  VARIANT name, without, pairs
        .text
        LOOP    \name, retprobe_skeleton_\name\()_site
        .globl  retprobe_skeleton_\name\()_site, retprobe_skeleton_\name\()_body
        .hidden retprobe_skeleton_\name\()_site
        .hidden retprobe_skeleton_\name\()_body
        .type   retprobe_skeleton_\name\()_site, @function
        PIECE   retprobe_skeleton_\name\()_site
        jmp     .Lblock_\name
retprobe_skeleton_\name\()_body:
        lea     1(%rdi, %rdi, 2), %rax
        ret
        .size   retprobe_skeleton_\name\()_site, . - retprobe_skeleton_\name\()_site
        PIECE   .Lblock_\name
        lea     .Lrecord_\name(%rip), %r11
        .if     WITHOUT(JUMPS)
        IN_ONE_LINE \name, \without
        .else
        IN_PIECES \name, \without, \pairs
        .endif

        .section .data.rel.local, "aw", @progbits
        .balign 64
.Lrecord_\name:
        .if     WITHOUT(JUMPS) || \pairs >= 6
        .quad   0, 0, 0
        .else
        .quad   0, 0, .Lcall_\name
        .endif
        .quad   retprobe_skeleton_\name\()_body, RP_SKELETON_HANDLE
.endm

        .set    place, 0
#define SKELETON(change, without, pairs, what) VARIANT change##_##pairs##_0, without, pairs;
#include "harness/cost/skeleton_variants.inc"
#undef SKELETON
        .set    place, 1
#define SKELETON(change, without, pairs, what) VARIANT change##_##pairs##_1, without, pairs;
#include "harness/cost/skeleton_variants.inc"
#undef SKELETON
        .set    place, 2
#define SKELETON(change, without, pairs, what) VARIANT change##_##pairs##_2, without, pairs;
#include "harness/cost/skeleton_variants.inc"

        .set    place, 0
        .text
        // A function like the others' body, which nobody probes.
        LOOP    plain, .Lplain
        PIECE   .Lplain
        lea     1(%rdi, %rdi, 2), %rax
        ret

        // The handlers. They do what those of `retprobe cost` do.
        .globl  retprobe_skeleton_on_entry, retprobe_skeleton_on_return
        .hidden retprobe_skeleton_on_entry
        .hidden retprobe_skeleton_on_return
        .type   retprobe_skeleton_on_entry, @function
        .type   retprobe_skeleton_on_return, @function
        PIECE   retprobe_skeleton_on_entry
        mov     $1, %eax
        ret
        PIECE   retprobe_skeleton_on_return
        ret

        // A warm hit does not come here.
.Lrare:
        ud2

        .section .note.GNU-stack, "", @progbits
