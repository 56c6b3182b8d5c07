/* The code that is stepped through, exact to the instruction. See every_instruction.h. */
#include "harness/workloads/site.inc"

  .text

/* rdi: function, rsi, rdx: its arguments.  Calls it where a stepper has marks, and returns its
   result.  Its CFA is counted from r12, which the full register set's trampolines use, too. */
PLAIN step_call
  push %r12
  .cfi_adjust_cfa_offset 8
  .cfi_offset %r12, -16
  mov %rsp, %r12
  .cfi_def_cfa_register %r12
  mov %rdi, %rax
  mov %rsi, %rdi
  mov %rdx, %rsi
  int3
  .globl step_call_begin, step_call_after
  .hidden step_call_begin
  .hidden step_call_after
step_call_begin:
  call *%rax
step_call_after:
  .cfi_def_cfa_register %rsp
  pop %r12
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r12
  ret
END_FUNCTION step_call
  .hidden step_call

/* Stops for the stepper. */
PLAIN step_mark
  int3
  .globl step_marked
  .hidden step_marked
step_marked:
  ret
END_FUNCTION step_mark
  .hidden step_mark

/* The stepper lets the process make system calls here. */
PLAIN step_system_call
  syscall
  int3
END_FUNCTION step_system_call
  .hidden step_system_call

/* rdi: x.  Returns 3x + 1. */
SITE step_inner
  lea 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION step_inner
  .hidden step_inner

CALLING_SITE step_outer
  .hidden step_outer

/* rdi: depth.  Calls itself that many times, and returns how often. */
SITE step_recurse
  test %rdi, %rdi
  jz 1f
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  dec %rdi
  call step_recurse
  inc %rax
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
1:
  xor %eax, %eax
  ret
END_FUNCTION step_recurse
  .hidden step_recurse

  .section .note.GNU-stack, "", @progbits
