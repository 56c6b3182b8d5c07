// Loops of one kind of instruction each, to find what it costs (prices.h). A loop's cost beside its
// instructions is the same for both lengths, so the difference of two lengths is free of it.
//
//     void retprobe_prices_KIND_COUNT(std::uint64_t passes, std::uint64_t* memory);
//
// The memory has 64 words, which are changed.

.macro  LOOP kind, count
        .text
        .balign 64
        .globl  retprobe_prices_\kind\()_\count
        .hidden retprobe_prices_\kind\()_\count
        .type   retprobe_prices_\kind\()_\count, @function
retprobe_prices_\kind\()_\count:
        .cfi_startproc
        mov     (%rsi), %rax
        .balign 64
.Lpass\@:
        .set    step, 0
        .rept   \count
        \kind
        .set    step, step + 1
        .endr
        dec     %rdi
        jnz     .Lpass\@
        ret
        .cfi_endproc
        .size   retprobe_prices_\kind\()_\count, . - retprobe_prices_\kind\()_\count
.endm

// The unit: a latency of three cycles on every Zen and on Intel's large cores. Where it is longer,
// prices are too low.
.macro  multiply
        imul    %rax, %rax
.endm
// Each jump lies in 32 bytes of its own, as the jumps of a hit lie apart.
.macro  jump
        jmp     .Lnext\@
        .balign 32
.Lnext\@:
.endm
.macro  indirect_jump
        jmp     *.Ltarget\@(%rip)
        .balign 32
.Lnext\@:
        .pushsection .data.rel.ro, "aw", @progbits
        .balign 8
.Ltarget\@:
        .quad   .Lnext\@
        .popsection
.endm
.macro  not_taken
        test    %rsi, %rsi
        jz      .Lnowhere
.endm
.macro  call_and_return
        call    .Lreturn
.endm
.macro  indirect_call_and_return
        call    *.Lreturn_pointer(%rip)
.endm
.macro  store
        mov     %rax, 8 * (step % 64)(%rsi)
.endm
.macro  load
        mov     8 * (step % 64)(%rsi), %rax
.endm
// Each load waits for the store before it, and each store for the load before it.
.macro  store_then_load
        mov     %rax, (%rsi)
        mov     (%rsi), %rax
.endm

        .irp    count, 16, 32
        LOOP    multiply, \count
        LOOP    jump, \count
        LOOP    indirect_jump, \count
        LOOP    not_taken, \count
        LOOP    call_and_return, \count
        LOOP    indirect_call_and_return, \count
        LOOP    store, \count
        LOOP    load, \count
        LOOP    store_then_load, \count
        .endr

        .text
        .balign 64
.Lreturn:
        ret
.Lnowhere:
        int3

        .section .data.rel.ro, "aw", @progbits
        .balign 8
.Lreturn_pointer:
        .quad   .Lreturn

        .section .note.GNU-stack, "", @progbits
