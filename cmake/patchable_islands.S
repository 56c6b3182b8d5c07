/* Room for near islands, linked into every module that uses retprobe::patchable. Islands are the
   jumps by which a patched site reaches a block of libretprobe that is too far away for the site's
   own five-byte `jmp`. They are ordinary code of the module, with a symbol and an unwind entry. So
   a debugger or an unwinder that stops a thread on one sees where it is. libretprobe finds this
   section by its name (core/patching/island.h) and writes only the target addresses. An unused
   island costs nothing but file size. */
#ifndef RETPROBE_ISLANDS
#define RETPROBE_ISLANDS 8192
#endif

        .section retprobe_islands, "axGR", @progbits, retprobe_islands, comdat
        .balign 64
        .globl  retprobe_island
        .hidden retprobe_island
        .type   retprobe_island, @function
retprobe_island:
        .cfi_startproc
        .set    island, 0
        .rept   RETPROBE_ISLANDS
        jmp     *retprobe_island_pointers + 8 * island(%rip)
        .balign 8, 0xcc
        .set    island, island + 1
        .endr
        .cfi_endproc
        .size   retprobe_island, . - retprobe_island

        .section retprobe_island_targets, "awGR", @nobits, retprobe_islands, comdat
        .balign 64
        .globl  retprobe_island_pointers
        .hidden retprobe_island_pointers
        .type   retprobe_island_pointers, @object
retprobe_island_pointers:
        .zero   8 * RETPROBE_ISLANDS
        .size   retprobe_island_pointers, 8 * RETPROBE_ISLANDS

        .section .note.GNU-stack, "", @progbits
