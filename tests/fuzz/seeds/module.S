# The module that the seeds of elf_image and site_module are made from (seeds/make). It has every
# kind of function that a catalogue knows, room for islands, and aliases. It is linked twice: at a
# fixed address, and as a shared library.
        .text
        .macro function name, binding=globl
        .\binding \name
        .type \name, @function
        .balign 16
\name:
        .endm
        .macro record at
        .pushsection __patchable_function_entries, "awo", @progbits, .text
        .quad \at
        .popsection
        .endm

        function with_endbr
        endbr64
1:      .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
        record 1b
        lea (%rdi,%rdi,2), %rax
        ret
        .size with_endbr, . - with_endbr

        function _ZN2ns8templateIiEEbPKcRKSt6vectorIiSaIiEE, weak
        .set alias, _ZN2ns8templateIiEEbPKcRKSt6vectorIiSaIiEE
        .globl alias
        .type alias, @function
2:      .byte 0x66, 0x0f, 0x1f, 0x40, 0x00
        record 2b
        ret
        .size _ZN2ns8templateIiEEbPKcRKSt6vectorIiSaIiEE, \
              . - _ZN2ns8templateIiEEbPKcRKSt6vectorIiSaIiEE

        function setjmp
3:      .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
        record 3b
        ret
        .size setjmp, . - setjmp

        function other
4:      .byte 0x90, 0x90, 0x90, 0x90, 0x90
        record 4b
        ret
        .size other, . - other

        .balign 16
        .globl resolver
        .type resolver, @gnu_indirect_function
resolver:
6:      .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
        record 6b
        ret
        .size resolver, . - resolver

        .balign 16
5:      .byte 0x0f, 0x1f, 0x44, 0x00, 0x00          # nobody's symbol
        record 5b
        ret

        # As in cmake/patchable_islands.S.
        .section retprobe_islands, "ax", @progbits
        .balign 64
        .set island, 0
        .rept 4
        jmp *targets + 8 * island(%rip)
        .balign 8, 0xcc
        .set island, island + 1
        .endr

        .section retprobe_island_targets, "aw", @nobits
        .balign 64
targets:
        .zero 32
        .section .note.GNU-stack, "", @progbits
