/* A function that is probed although the library's blocks are out of its jump's reach: programs lie far from their libraries. So its
   site leads over an island. Looked for by its name by scenarios (every_instruction.cc). */
#include "harness/workloads/site.inc"

  .text

/* rdi: function, rsi: argument.  Returns function(argument) + 1. */
SITE step_far_outer
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  mov %rdi, %rax
  mov %rsi, %rdi
  call *%rax
  inc %rax
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
END_FUNCTION step_far_outer

  .section .note.GNU-stack, "", @progbits
