/* Loads, stores and clobbers every register. registers.h has the layout of the states. */
#include "core/blocks/layout.h"
#include "harness/scenarios/calls/registers.h"
#include "harness/workloads/site.inc"

  .text

/* Stores all general registers but rax and rsp in the state at \base. */
.macro STORE_GENERAL base
  mov %rbx, RP_RBX(\base)
  mov %rcx, RP_RCX(\base)
  mov %rdx, RP_RDX(\base)
  mov %rsi, RP_RSI(\base)
  mov %rdi, RP_RDI(\base)
  mov %rbp, RP_RBP(\base)
  mov %r8,  RP_R8(\base)
  mov %r9,  RP_R9(\base)
  mov %r10, RP_R10(\base)
  mov %r11, RP_R11(\base)
  mov %r12, RP_R12(\base)
  mov %r13, RP_R13(\base)
  mov %r14, RP_R14(\base)
  mov %r15, RP_R15(\base)
.endm
/* Loads the registers that a call may clobber from the state at rcx; rcx itself comes last. */
.macro LOAD_CLOBBERED
  mov RP_RAX(%rcx), %rax
  mov RP_RDX(%rcx), %rdx
  mov RP_RSI(%rcx), %rsi
  mov RP_RDI(%rcx), %rdi
  mov RP_R8(%rcx),  %r8
  mov RP_R9(%rcx),  %r9
  mov RP_R10(%rcx), %r10
  mov RP_R11(%rcx), %r11
  mov RP_RCX(%rcx), %rcx
.endm

.macro EACH_VECTOR load, base, move, width, numbers:vararg
  .irp number, \numbers
  .if \load
  \move MS_VECTORS + 64 * \number(\base), %\width\number
  .else
  \move %\width\number, MS_VECTORS + 64 * \number(\base)
  .endif
  .endr
.endm
#define LOW_SIXTEEN 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define ALL_VECTORS LOW_SIXTEEN, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
.macro EACH_MASK load, base
  .irp number, 0, 1, 2, 3, 4, 5, 6, 7
  .if \load
  kmovq MS_K + 8 * \number(\base), %k\number
  .else
  kmovq %k\number, MS_K + 8 * \number(\base)
  .endif
  .endr
.endm
/* Loads or stores the vector and mask registers, in the CPU's width. Clobbers the flags. */
.macro VECTORS load, base
  cmpb $1, machine_vector_width(%rip)
  ja 3f
  je 2f
  EACH_VECTOR \load, \base, movups, xmm, LOW_SIXTEEN
  jmp 4f
2:
  EACH_VECTOR \load, \base, vmovups, ymm, LOW_SIXTEEN
  jmp 4f
3:
  EACH_VECTOR \load, \base, vmovups, zmm, ALL_VECTORS
  EACH_MASK \load, \base
4:
.endm
/* Stores or loads everything but the general registers. Storing initialises the x87 unit.
   Loading clobbers rax, rdx and the flags. */
.macro STORE_EXTENDED base
  VECTORS 0, \base
  stmxcsr MS_MXCSR(\base)
  fnsave MS_X87(\base)
.endm
.macro LOAD_EXTENDED base
  VECTORS 1, \base
  frstor MS_X87(\base)
  ldmxcsr MS_MXCSR(\base)
  cmpq $0, MS_INITIAL(\base)
  je 5f
  mov MS_MXCSR(\base), %eax
  mov %eax, xrstor_area + 24(%rip)
  /* SSE, AVX and AVX-512. XSTATE_BV is empty, so XRSTOR puts each into its initial state. */
  mov $0xe6, %eax
  xor %edx, %edx
  xrstor64 xrstor_area(%rip)
5:
.endm

/* rdi: in, rsi: out, rdx: function.
   Stack at the call:
     function | out | - | mxcsr, x87 control | - | six callee-saved registers | return address */
PLAIN machine_run
  .hidden machine_run
  .irp register, rbx, rbp, r12, r13, r14, r15
  push %\register
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset \register, 0
  .endr
  sub $40, %rsp
  .cfi_adjust_cfa_offset 40
  mov %rdx, (%rsp)
  mov %rsi, 8(%rsp)
  stmxcsr 24(%rsp)
  fnstcw 28(%rsp)
  mov %rdi, %rcx
  mov %rsp, RP_RSP(%rcx)
  LOAD_EXTENDED %rcx
  pushq MS_RFLAGS(%rcx)
  mov RP_RBX(%rcx), %rbx
  mov RP_RBP(%rcx), %rbp
  mov RP_R12(%rcx), %r12
  mov RP_R13(%rcx), %r13
  mov RP_R14(%rcx), %r14
  mov RP_R15(%rcx), %r15
  LOAD_CLOBBERED
  popfq
  call *(%rsp)
  .globl machine_run_return
  .hidden machine_run_return
machine_run_return:
  pushfq
  push %rax
  mov 16 + 8(%rsp), %rax
  STORE_GENERAL %rax
  popq RP_RAX(%rax)
  popq MS_RFLAGS(%rax)
  mov %rsp, RP_RSP(%rax)
  STORE_EXTENDED %rax
  cmpb $0, machine_vector_width(%rip)
  je 1f
  vzeroupper
1:
  ldmxcsr 24(%rsp)
  fldcw 28(%rsp)
  add $40, %rsp
  .cfi_adjust_cfa_offset -40
  .irp register, r15, r14, r13, r12, rbp, rbx
  pop %\register
  .cfi_adjust_cfa_offset -8
  .cfi_restore \register
  .endr
  ret
END_FUNCTION machine_run

/* Stores the registers in *machine_arrived, and returns with those of *machine_back.
   Keeps the callee-saved registers. */
SITE machine_body
  .hidden machine_body
  push %rax
  pushfq
  mov machine_arrived(%rip), %rax
  STORE_GENERAL %rax
  popq MS_RFLAGS(%rax)
  popq RP_RAX(%rax)
  mov %rsp, RP_RSP(%rax)
  mov (%rsp), %rcx
  mov %rcx, MS_RIP(%rax)
  STORE_EXTENDED %rax
  mov machine_back(%rip), %rcx
  LOAD_EXTENDED %rcx
  pushq MS_RFLAGS(%rcx)
  LOAD_CLOBBERED
  popfq
  ret
END_FUNCTION machine_body

/* edi: extended.  Returns the x87 tag word that it found. Stack: 28 bytes of x87 environment. */
PLAIN machine_clobber
  .hidden machine_clobber
  sub $40, %rsp
  .cfi_adjust_cfa_offset 40
  mov $0xffff, %eax
  test %edi, %edi
  jz 1f
  lea garbage(%rip), %rcx
  VECTORS 1, %rcx
  fnstenv (%rsp)
  movzwl 8(%rsp), %eax
  .rept 8
  fldpi
  .endr
  .rept 8
  fstp %st(0)
  .endr
  fldcw garbage_x87(%rip)
  ldmxcsr garbage_mxcsr(%rip)
1:
  .irp register, rcx, rdx, rsi, rdi, r8, r9, r10, r11
  mov $0x0badbadbadbadbad, %\register
  .endr
  add $40, %rsp
  .cfi_adjust_cfa_offset -40
  cmp $0, %rsp                          /* changes the flags */
  stc
  ret
END_FUNCTION machine_clobber

  .section .rodata
  .balign 64
garbage:
  .fill MS_BYTES / 4, 4, 0xdeadbeef
garbage_x87: .value 0x0c7f              /* single precision, towards zero */
  .balign 4
garbage_mxcsr: .long 0xffbf             /* towards zero, flush to zero, all flags */

  .bss
  .balign 64
xrstor_area: .zero 4096
  .globl machine_arrived, machine_back, machine_vector_width
  .hidden machine_arrived
  .hidden machine_back
  .hidden machine_vector_width
machine_arrived: .zero 8
machine_back: .zero 8
machine_vector_width: .zero 1

  .section .note.GNU-stack, "", @progbits
