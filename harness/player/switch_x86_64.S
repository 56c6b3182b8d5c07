/* A context switch as a coroutine library has it: only the two sides know that the stack has
   changed. */
.macro FUNCTION name
  .globl \name
  .hidden \name
  .type \name, @function
  .p2align 4
\name:
  .cfi_startproc
.endm

.macro END_FUNCTION name
  .cfi_endproc
  .size \name, . - \name
.endm

  .text

/* rdi: where to store the stack pointer that is left, rsi: the stack pointer to continue with.
   A suspended stack:
     sp -> MXCSR, x87 control | r15 | r14 | r13 | r12 | rbx | rbp | return address */
FUNCTION machine_switch
  .irp register, rbp, rbx, r12, r13, r14, r15
  push %\register
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset \register, 0
  .endr
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  .irp register, r15, r14, r13, r12, rbx, rbp
  pop %\register
  .cfi_adjust_cfa_offset -8
  .cfi_restore \register
  .endr
  ret
END_FUNCTION machine_switch

/* A new stack begins here. rbx: the argument, rbp: the function, which must not return. This is the
   outermost frame. */
FUNCTION machine_switch_start
  .cfi_undefined %rip
  mov %rbx, %rdi
  mov %rbp, %rax
  xor %ebp, %ebp
  call *%rax
  ud2
END_FUNCTION machine_switch_start

  .section .note.GNU-stack, "", @progbits
