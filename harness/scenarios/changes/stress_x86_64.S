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

FIRE_LEAF fire_hot_leaf
FIRE_LEAF fire_hot_other

CALLING_SITE fire_hot_call
  .hidden fire_hot_call

/* rdi: x.  Ends in a tail call: both functions share the return slot. */
SITE fire_hot_tail
  jmp fire_hot_leaf
END_FUNCTION fire_hot_tail
  .hidden fire_hot_tail

/* xmm0: x.  Returns 2x in xmm0. */
SITE fire_hot_vector
  addsd %xmm0, %xmm0
  ret
END_FUNCTION fire_hot_vector
  .hidden fire_hot_vector

/* Not a site. rdi: x.  Returns 2x, by way of fire_hot_vector. Stack: 8 bytes for alignment. */
PLAIN fire_vector_value
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  cvtsi2sd %rdi, %xmm0
  call fire_hot_vector
  cvttsd2si %xmm0, %rax
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
END_FUNCTION fire_vector_value
  .hidden fire_vector_value

/* rdi: x.  Returns 3x + 1, and counts itself at `runs`. */
.macro COUNTING_LEAF name, runs
  lock incq \runs(%rip)
  lea 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION \name
  .hidden \name, \runs
.endm

SITE fire_hot_patched
COUNTING_LEAF fire_hot_patched, fire_patched_runs
PLAIN fire_replacement
COUNTING_LEAF fire_replacement, fire_replacement_runs

  .bss
  .balign 8
  .globl fire_patched_runs, fire_replacement_runs
fire_patched_runs: .zero 8
fire_replacement_runs: .zero 8

  .section .note.GNU-stack, "", @progbits
