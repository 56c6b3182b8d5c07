/* The function whose call is walked and counted: see cost.cc. */
#include "harness/workloads/site.inc"

  .text

/* rdi: function, rsi: its argument. Calls the function from a place that a breakpoint marks for the
   stepper. The return slot is the last word below a page boundary. So equal runs of the same code
   touch the same cache lines, wherever the stack is. */
PLAIN cost_call
  push %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  and $-4096, %rsp
  mov %rdi, %rax
  mov %rsi, %rdi
  int3
  .globl cost_call_begin, cost_call_after
  .hidden cost_call_begin
  .hidden cost_call_after
cost_call_begin:
  call *%rax
cost_call_after:
  leave
  .cfi_def_cfa %rsp, 8
  ret
END_FUNCTION cost_call
  .hidden cost_call

  .section .note.GNU-stack, "", @progbits
