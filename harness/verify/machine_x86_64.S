/* The functions that the machine scenarios probe (machine.h). They are assembly, so that every
   instruction is known, whatever the compiler. */
#include "harness/workloads/site.inc"

  .text

/* rdi: x.  Returns 3x + 1, and counts itself. */
.macro LEAF name, runs
  lock incq \runs(%rip)
  lea 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION \name
  .hidden \name
.endm

SITE machine_leaf
LEAF machine_leaf, machine_leaf_runs
SITE machine_other
LEAF machine_other, machine_other_runs
PLAIN machine_replacement
LEAF machine_replacement, machine_replacement_runs

CALLING_SITE machine_call
CALLING_SITE machine_call_other
  .hidden machine_call, machine_call_other

  .bss
  .balign 8
  .globl machine_leaf_runs, machine_other_runs, machine_replacement_runs
  .hidden machine_leaf_runs
  .hidden machine_other_runs
  .hidden machine_replacement_runs
machine_leaf_runs: .zero 8
machine_other_runs: .zero 8
machine_replacement_runs: .zero 8

  .section .note.GNU-stack, "", @progbits
