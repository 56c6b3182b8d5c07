// Functions that the catalogue must refuse, each for its own reason, with records like a
// compiler's.
        .text

        // Uses a local label, as compilers do. A global symbol could be bound to another module's
        // function.
        .macro record name
.Lentry_\name:
        .pushsection __patchable_function_entries, "awo", @progbits, .Lentry_\name
        .balign 8
        .quad   .Lentry_\name
        .popsection
        .endm

        .macro function name
        .balign 16
        .globl  \name
        .type   \name, @function
\name:
        .endm

        .macro done name
        .size   \name, . - \name
        .endm

        function rules_good
        record  rules_good
        .byte   0x0f, 0x1f, 0x44, 0x00, 0x00
        ret
        done    rules_good

        function rules_good_clang
        record  rules_good_clang
        .byte   0x0f, 0x1f, 0x44, 0x00, 0x08
        ret
        done    rules_good_clang

        function rules_five_nops
        record  rules_five_nops
        .byte   0x90, 0x90, 0x90, 0x90, 0x90
        ret
        done    rules_five_nops

        function rules_patched
        record  rules_patched
        .byte   0xe9, 0x00, 0x00, 0x00, 0x00
        ret
        done    rules_patched

        function rules_short
        record  rules_short
        .byte   0x0f, 0x1f
        done    rules_short
        .byte   0x44, 0x00, 0x00
        ret

        function vfork
        record  vfork
        .byte   0x0f, 0x1f, 0x44, 0x00, 0x00
        ret
        done    vfork

        function _Unwind_Nonsense
        record  _Unwind_Nonsense
        .byte   0x0f, 0x1f, 0x44, 0x00, 0x00
        ret
        done    _Unwind_Nonsense

        // A resolver. It never runs, because nothing calls the function that it resolves.
        .balign 16
        .globl  rules_resolved
        .type   rules_resolved, @gnu_indirect_function
rules_resolved:
        record  resolver
        .byte   0x0f, 0x1f, 0x44, 0x00, 0x00
        xor     %eax, %eax
        ret
        done    rules_resolved

        // A site without a symbol.
        .balign 16
        record  nameless
        .byte   0x0f, 0x1f, 0x44, 0x00, 0x00
        ret

        // A record that the dynamic linker binds to libc's function: the catalogue ignores it.
        .pushsection __patchable_function_entries, "awo", @progbits, .Lentry_rules_good
        .balign 8
        .quad   qsort
        .popsection

        // A function without a record is not patchable.
        function rules_unpatchable
        xor     %eax, %eax
        ret
        done    rules_unpatchable

        .section .note.GNU-stack, "", @progbits
