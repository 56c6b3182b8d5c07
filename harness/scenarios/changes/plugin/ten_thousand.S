/* A shared library of 10,000 leaf functions for batches, and a table of their addresses. Only some
   scenarios load it, so that the others need not read its symbols. */
#include "harness/workloads/site.inc"

  .altmacro
  .text

/* rdi: x.  Returns 3x + number + 1. */
.macro NUMBERED_LEAF number
SITE thousands_\number
  lea \number + 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION thousands_\number
  .hidden thousands_\number
  .pushsection .data.rel.ro, "aw", @progbits
  .quad thousands_\number
  .popsection
.endm

  .pushsection .data.rel.ro, "aw", @progbits
  .balign 8
  .globl ten_thousand_leaves
  .type ten_thousand_leaves, @object
ten_thousand_leaves:
  .popsection

  .set .Lnumber, 0
  .rept 10000
  NUMBERED_LEAF %.Lnumber
  .set .Lnumber, .Lnumber + 1
  .endr

  .pushsection .data.rel.ro, "aw", @progbits
  .size ten_thousand_leaves, . - ten_thousand_leaves
  .popsection

  .section .note.GNU-stack, "", @progbits
