// The variables that every hook reads, in one cache line, so that a hit touches one line for all of
// them. Their types and meaning are in attachment.h, parallel_shadow.h and core/hooks/thread.h.
        .bss
        .balign 64
.macro hot_word name, bytes
        .globl  \name
        .hidden \name
        .type   \name, @object
        .size   \name, \bytes
\name:
        .zero   \bytes
.endm
        hot_word retprobe_attachments, 8
        hot_word retprobe_shadow_table, 8
        hot_word retprobe_xsave_bytes, 8
        hot_word retprobe_xsave_mask, 4
        hot_word retprobe_vector_width, 1
        hot_word retprobe_stopped, 1
        .balign 64
        .section .note.GNU-stack, "", @progbits
