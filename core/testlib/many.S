// Functions without names whose records take more than two words of a packed table of relocations.
// The records are of one section, which begins and ends at these.
        .text

        .macro  functions count
        .rept   \count
        .balign 16
1:      .byte   0x0f, 0x1f, 0x44, 0x00, 0x00
        ret
        .pushsection __patchable_function_entries, "aw", @progbits
        .balign 8
        .quad   1b
        .popsection
        .endr
        .endm

many_first:
        functions 100
        // A word that needs no relocation, and is no function of this module.
        .pushsection __patchable_function_entries, "aw", @progbits
        .quad   0x7000000000000000
        .popsection
        functions 50
        // The first function once more.
        .pushsection __patchable_function_entries, "aw", @progbits
        .quad   many_first
        .popsection

        .section .note.GNU-stack, "", @progbits
