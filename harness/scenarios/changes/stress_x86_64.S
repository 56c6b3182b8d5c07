/* The functions that the stress test calls while their probes come and go (stress.h). All are sites
   unless they say otherwise. */
#include "harness/workloads/site.inc"

  .text

/* rdi: x.  Returns 3x + 1. */
.macro FIRE_LEAF name
SITE \name
  lea 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION \name
  .hidden \name
.endm

FIRE_LEAF stress_hot_leaf
FIRE_LEAF stress_hot_other

CALLING_SITE stress_hot_call
  .hidden stress_hot_call

/* rdi: x.  Ends in a tail call: both functions share the return slot. */
SITE stress_hot_tail
  jmp stress_hot_leaf
END_FUNCTION stress_hot_tail
  .hidden stress_hot_tail

/* xmm0: x.  Returns 2x in xmm0. */
SITE stress_hot_vector
  addsd %xmm0, %xmm0
  ret
END_FUNCTION stress_hot_vector
  .hidden stress_hot_vector

/* Not a site. rdi: x.  Returns 2x, by way of stress_hot_vector. Stack: 8 bytes for alignment. */
PLAIN stress_vector_value
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  cvtsi2sd %rdi, %xmm0
  call stress_hot_vector
  cvttsd2si %xmm0, %rax
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
END_FUNCTION stress_vector_value
  .hidden stress_vector_value

/* rdi: x.  Returns 3x + 1, and counts itself at `runs`. */
.macro COUNTING_LEAF name, runs
  lock incq \runs(%rip)
  lea 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION \name
  .hidden \name, \runs
.endm

SITE stress_hot_patched
COUNTING_LEAF stress_hot_patched, stress_patched_runs
PLAIN stress_replacement
COUNTING_LEAF stress_replacement, stress_replacement_runs

  .bss
  .balign 8
  .globl stress_patched_runs, stress_replacement_runs
stress_patched_runs: .zero 8
stress_replacement_runs: .zero 8

  .section .note.GNU-stack, "", @progbits
