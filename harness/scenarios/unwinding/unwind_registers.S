/* Functions whose CFA is counted from a register that calls preserve: unwind_libgcc.cc. */
#include "harness/workloads/site.inc"

  .text

/* rdi: function, rsi: its argument. */
.macro CALLER register
PLAIN unwind_by_\register
  push %\register
  .cfi_adjust_cfa_offset 8
  .cfi_offset %\register, -16
  mov %rsp, %\register
  .cfi_def_cfa_register %\register
  sub $112, %rsp
  mov %rdi, %rax
  mov %rsi, %rdi
  call *%rax
  mov %\register, %rsp
  .cfi_def_cfa_register %rsp
  pop %\register
  .cfi_adjust_cfa_offset -8
  .cfi_restore %\register
  ret
END_FUNCTION unwind_by_\register
.endm

  .irp register, rbx, rbp, r12, r13, r14, r15
  CALLER \register
  .endr

  .section .note.GNU-stack, "", @progbits
